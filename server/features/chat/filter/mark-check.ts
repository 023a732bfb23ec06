import type { MarkQuote } from '../../../../contract/articles/articles.ts';
import type { Quote } from '../grounding/attribution.ts';

/** Rules for the markers of an answer. */
export interface MarkRules {
  /**
   * The article that supports the statement: the cited one if it does, otherwise another one, otherwise `undefined`.
   */
  readonly support: (statement: string, article: number) => number | undefined;
  /** The sentence of an article that supports a statement. */
  readonly quote?: (statement: string, article: number) => Quote | undefined;
}

/** Counts of an answer's markers by outcome. */
export interface MarkCounts {
  kept: number;
  moved: number;
  dropped: number;
}

/** Maximum of stored quotes. */
const mostQuotes = 200;

/** Decides which markers of an answer stay, and records those that are shown with their quotes. */
export function createMarkCheck(rules: MarkRules) {
  const marks: MarkCounts = { kept: 0, moved: 0, dropped: 0 };
  const quotes: MarkQuote[] = [];
  let shown = 0;

  /** Records a marker that is shown after a statement. */
  const add = (article: number, statement: string): void => {
    shown++;
    const quote = rules.quote?.(statement, article);
    if (quotes.length < mostQuotes)
      quotes.push({
        mark: shown,
        article,
        quote: quote?.quote ?? '',
        ...(quote?.anchor && { anchor: quote.anchor }),
      });
  };

  return {
    marks,
    quotes,
    add,

    /** The markers that stay at the end of `before`; a guess that is dropped does not count. */
    keep(before: string, numbers: readonly number[], isGuess = false): string {
      const statement = lastStatement(before);
      // Existing markers, so that a corrected one does not duplicate them.
      const last = before.match(/(?:\[\d{1,2}\]\s*)+/g)?.at(-1) ?? '';
      const standing = new Set(before.endsWith(last) ? last.match(/\d+/g)?.map(Number) : []);
      const kept: number[] = [];
      for (const article of numbers) {
        const stands = rules.support(statement, article);
        if (stands === undefined) marks.dropped += isGuess ? 0 : 1;
        else {
          if (stands === article) marks.kept++;
          else marks.moved++;
          if (standing.has(stands)) continue;
          standing.add(stands);
          add(stands, statement);
          kept.push(stands);
        }
      }
      return kept.map((article) => `[${article}]`).join('');
    },
  };
}

/**
 * The statement at the end of the text, without markers and trailing punctuation; at most one sentence or list item.
 */
export function lastStatement(text: string): string {
  const plain = text
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/(?<![\s。．.!！?？;；:：,，、"”'’）)*_])[\s。．.!！?？;；:：,，、"”'’）)*_]+$/u, '');
  const border = /[。！？!?；;\n]|\.(?=\s)/gu;
  let start = 0;
  for (const match of plain.matchAll(border)) start = match.index + match[0].length;
  return plain.slice(start).trim();
}
