const mark = 'data-docent-scope';
const longest = 2_000;

/** The part of the site that the page asks alone, from `data-docent-scope` of any element; `''` for the whole site. */
export const pageScope = (): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector(`[${mark}]`)?.getAttribute(mark) ?? '').trim().slice(0, longest);
