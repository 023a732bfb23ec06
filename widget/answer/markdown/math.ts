import type { MarkdownRule } from './marked-options.ts';

/** Maximum length of a formula in characters; a longer one is a mistake. */
const longest = 2000;

const displayed = new RegExp(
  `^(?:\\$\\$([^$]{1,${longest}}?)\\$\\$|\\\\\\[([\\s\\S]{1,${longest}}?)\\\\\\])[ \\t]*(?:\\n|$)`,
);
/** Prices and variables are not formulas: no blanks next to the dollar signs, and no letter or digit after them. */
const inline = new RegExp(
  `^(?:\\\\\\(([\\s\\S]{1,${longest}}?)\\\\\\)|\\$\\$([^$\\n]{1,${longest}}?)\\$\\$|\\$(?![\\s$])([^$\\n]{1,${longest}}?)(?<![\\s\\\\])\\$(?!\\w))`,
);

const formulaIn = (groups: readonly (string | undefined)[]): string =>
  (groups.find((group) => group !== undefined) ?? '').trim();

/**
 * Keeps TeX formulas as they are: Markdown would interpret their underscores, asterisks and backslashes. `show`
 * creates the HTML of a formula.
 */
export function mathExtensions(show: (formula: string, isDisplayed: boolean) => string): MarkdownRule[] {
  const extension = (
    name: string,
    level: 'block' | 'inline',
    pattern: RegExp,
    beginning: RegExp,
  ): MarkdownRule => ({
    name,
    level,
    start: (source) => {
      const place = source.search(beginning);
      return place < 0 ? undefined : place;
    },
    tokenizer(source) {
      const found = pattern.exec(source);
      if (!found) return undefined;
      return { type: name, raw: found[0], formula: formulaIn(found.slice(1)) };
    },
    renderer: (token) => show(String(token['formula']), level === 'block'),
  });
  return [
    // A displayed formula may end a paragraph, but only at the beginning of a line.
    extension('displayedMath', 'block', displayed, /\n(?=\$\$|\\\[)/),
    extension('inlineMath', 'inline', inline, /\$|\\\(/),
  ];
}
