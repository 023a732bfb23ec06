import type { MarkdownRule } from './marked-options.ts';

/** A formula longer than this many characters is a mistake, not a formula. */
const longest = 2000;

const displayed = new RegExp(
  `^(?:\\$\\$([^$]{1,${longest}}?)\\$\\$|\\\\\\[([\\s\\S]{1,${longest}}?)\\\\\\])[ \\t]*(?:\\n|$)`,
);
/** Prices are not formulas: nothing blank inside the dollars, and no digit after them. */
const inline = new RegExp(
  `^(?:\\\\\\(([\\s\\S]{1,${longest}}?)\\\\\\)|\\$\\$([^$\\n]{1,${longest}}?)\\$\\$|\\$(?![\\s$])([^$\\n]{1,${longest}}?)(?<![\\s\\\\])\\$(?!\\d))`,
);

const formulaIn = (groups: readonly (string | undefined)[]): string =>
  (groups.find((group) => group !== undefined) ?? '').trim();

/**
 * Formulas in TeX stay as they are written: Markdown would take their underscores, stars and backslashes for its own. `show`
 * makes the HTML for a formula.
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
