/** A formula in TeX between the signs that Markdown writes around it; `''` for an empty one. */
export const texFormula = (tex: string): string => {
  const bare = tex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\{\\(?:display|text)style (.*)\}$/, '$1')
    .trim();
  return bare === '' ? '' : `$${bare}$`;
};

/**
 * Formulas in one line between `\\(` and `\\)` or `\\[` and `\\]` as those between dollar signs, which Markdown leaves alone; brackets that
 * hold no mathematics stay. Code spans are unchanged.
 */
export const withDollars = (text: string): string =>
  /\\[([]/.test(text)
    ? text.replace(spanOrFormula, (found: string, _, tex: string | undefined, block: string | undefined) => {
        if (block !== undefined) return isSurelyTex.test(block) ? texFormula(block) : found;
        return tex !== undefined && looksLikeTex.test(tex) ? texFormula(tex) : found;
      })
    : text;

const spanOrFormula =
  /(`{1,4})[^`\n]{1,500}\1(?!`)|\\{1,2}\(([^\n]{1,500}?)\\{1,2}\)|\\{1,2}\[([^\n]{1,500}?)\\{1,2}\]/g;
/** Brackets that are only written with a backslash hold options of commands more often than formulas. */
const isSurelyTex = /\\[a-z]|\^[\w{]|\w_\{/i;
const looksLikeTex = /[\\^_=<>+{}]|^\s*[A-Za-z]\s*$/;
