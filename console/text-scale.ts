/**
 * How much larger than usual (16 px) the person set the letters of their browser. Where a library takes pixels and
 * no `rem`, they are multiplied by it.
 */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
