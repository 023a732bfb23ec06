/** A formula in TeX between the signs that Markdown writes around it; `''` for an empty one. */
export const texFormula = (tex: string): string => {
  const bare = tex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\{\\(?:display|text)style (.*)\}$/, '$1')
    .trim();
  return bare === '' ? '' : `$${bare}$`;
};
