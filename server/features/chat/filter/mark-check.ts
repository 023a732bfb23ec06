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
  /** Where each shown marker comes from. */
  const shown: ('kept' | 'moved' | 'added')[] = [];

  /** Records a marker that is shown after a statement. */
  const add = (article: number, statement: string, origin: (typeof shown)[number]): void => {
    shown.push(origin);
    const quote = rules.quote?.(statement, article);
    if (quotes.length < mostQuotes)
      quotes.push({
        mark: shown.length,
        article,
        quote: quote?.quote ?? '',
        ...(quote?.anchor && { anchor: quote.anchor }),
      });
  };

  return {
    marks,
    quotes,
    add,

    /** Takes the last markers back. */
    withdraw(count: number): void {
      for (let left = Math.min(count, shown.length); left > 0; left--) {
        if (quotes.at(-1)?.mark === shown.length) quotes.pop();
        const origin = shown.pop();
        if (origin === 'kept' || origin === 'moved') marks[origin]--;
      }
    },

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
          const origin = stands === article ? 'kept' : 'moved';
          marks[origin]++;
          if (standing.has(stands)) continue;
          standing.add(stands);
          add(stands, statement, origin);
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
