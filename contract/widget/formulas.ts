/**
 * The elements that a formula may hold once TeX is turned into MathML, in answers and on pages alike: presentational ones. One with
 * links, images or HTML stays as it is written.
 */
export const formulaElements: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mstyle mpadded mphantom mfrac msqrt mroot msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd menclose merror none'
  ).split(' '),
);

/** Without `style`, which strict policies of pages refuse. */
export const formulaAttributes: ReadonlySet<string> = new Set(
  (
    'accent accentunder class columnalign columnlines columnspacing depth display displaystyle fence form height ' +
    'largeop linethickness lspace mathcolor mathvariant maxsize minsize movablelimits notation rowlines rowspacing ' +
    'rspace scriptlevel separator stretchy symmetric voffset width columnspan rowspan'
  ).split(' '),
);

/** Options of the TeX renderer: errors are thrown, and neither macros nor sizes grow without bounds. */
export const formulaOptions = (displayMode: boolean) => ({
  wrap: 'none' as const,
  displayMode,
  throwOnError: true,
  trust: false,
  maxExpand: 200,
  maxSize: [10, 200] as [number, number],
});
