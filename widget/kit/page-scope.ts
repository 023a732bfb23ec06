const mark = 'data-docent-scope';
const longest = 2_000;

/** The part of the site that the page asks alone, from `data-docent-scope` of any element; `''` where that names none, `undefined` without one. */
export const pageScope = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector(`[${mark}]`)?.getAttribute(mark)?.trim().slice(0, longest);
