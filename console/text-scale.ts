/**
 * Ratio of the browser's text size to the usual one (16 px). Sizes are multiplied by it where a library takes pixels
 * and no `rem`.
 */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
