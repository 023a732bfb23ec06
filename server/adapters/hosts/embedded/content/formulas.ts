import type { TokenizerExtensionFunction, Tokens } from 'marked';
import temml from 'temml';
import {
  formulaAttributes,
  formulaElements,
  formulaOptions,
} from '../../../../../contract/widget/formulas.ts';
import { readHtml } from '../../../../markup/html-events.ts';
import { escapeHtml } from '../../../../markup/html.ts';
import type { MarkdownRules } from '../../../../markup/markdown.ts';

/** Maximum of formulas rendered per page, since each takes time; further ones stay as source. */
const maxDrawn = 2000;
/** Maximum length of a formula in characters; anything longer is not a formula. */
const longest = 2000;
/** A display formula on its own lines; an empty one must not match, since it would be parsed as a paragraph repeatedly. */
const displayedSource = `(?:\\$\\$(?!\\s*\\$)([^$]{1,${longest}}?)\\$\\$|\\\\\\[([\\s\\S]{1,${longest}}?)\\\\\\])[ \\t]*(?:\\n|$)`;
const displayed = new RegExp(`^${displayedSource}`);
/** Prices and variables are not formulas: no blanks next to the dollar signs, no letter or digit after them. */
const inline = new RegExp(
  `^(?:\\$\`{1,3}([^\`\\n]{1,500})\`{1,3}\\$|\\\\\\(([\\s\\S]{1,${longest}}?)\\\\\\)|\\$\\$([^$\\n]{1,${longest}}?)\\$\\$|\\$(?![\\s$])([^$\\n]{1,${longest}}?)(?<![\\s\\\\])\\$(?!\\w))`,
);

const read =
  (type: string, pattern: RegExp): TokenizerExtensionFunction =>
  (source) => {
    const [raw, ...formulas] = pattern.exec(source) ?? [];
    const formula = formulas.find((group) => group !== undefined)?.trim();
    return raw === undefined || !formula ? undefined : { type, raw, text: formula };
  };

const startOf = (pattern: RegExp) => (source: string) => source.search(pattern);

/** TeX formulas between `$`, `$$`, `\(` or `\[`, which Markdown would break up; the same syntax that the widget accepts in answers. */
export const formulaRules: MarkdownRules = {
  block: [read('displayedFormula', displayed)],
  // Called for each paragraph, so it does not search beyond the end of the paragraph.
  startBlock: [startOf(new RegExp(`\\n(?=${displayedSource}|[ \\t]*\\n)`))],
  inline: [read('formula', inline)],
  startInline: [startOf(/(?<!\w)\$|\\\(/)],
};

/** Placeholder for a formula while the page is sanitised. */
const placeholder = /\uE001(\d+)\uE001/g;

/**
 * Collects the formulas of a page. Renderers write placeholders, which `draw` replaces with MathML after the page is
 * sanitised: the sanitiser does not support MathML, whose parsing rules differ from those of HTML.
 */
export function createFormulas() {
  const drawings: { readonly source: string; readonly drawn: string }[] = [];

  const keep = (token: Tokens.Generic, isDisplayed: boolean): string => {
    const drawn = drawings.length < maxDrawn ? drawFormula(String(token['text']), isDisplayed) : undefined;
    drawings.push({ source: escapeHtml(token.raw.trim()), drawn: drawn ?? '' });
    return `\uE001${drawings.length - 1}\uE001`;
  };

  return {
    renderers: {
      formula: (token: Tokens.Generic) => keep(token, false),
      displayedFormula: (token: Tokens.Generic) => `<p>${keep(token, true)}</p>\n`,
    },
    /** Replaces placeholders between tags by MathML, and placeholders inside a tag, such as in an image's alternative text, by the source. */
    draw: (html: string): string =>
      html.replace(/<[^>]*(?:>|$)|\uE001(\d+)\uE001/g, (found, place) => {
        const { source = found, drawn = '' } = drawings[Number(place)] ?? {};
        if (place !== undefined) return drawn || source;
        return found.replaceAll(placeholder, (whole, n) => drawings[Number(n)]?.source ?? whole);
      }),
  };
}

/** A formula as MathML; `undefined` when it cannot be rendered safely. */
function drawFormula(formula: string, isDisplayed: boolean): string | undefined {
  try {
    return presentational(temml.renderToString(formula, formulaOptions(isDisplayed)));
  } catch {
    return undefined;
  }
}

/** The MathML with the allowed attributes only; `undefined` when an element is not allowed. */
function presentational(mathMl: string): string | undefined {
  let isSafe = true;
  let written = '';
  readHtml(mathMl, {
    open(name, given) {
      isSafe &&= formulaElements.has(name);
      const kept = [...given].filter(([attribute]) => formulaAttributes.has(attribute));
      written += `<${name}${kept.map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`).join('')}>`;
    },
    close: (name) => void (written += `</${name}>`),
    text: (text) => void (written += escapeHtml(text)),
  });
  return isSafe ? written : undefined;
}
