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
  /** True when it is open whether an article supports a statement. */
  readonly isUndecided?: (statement: string, article: number) => boolean;
}

/** A marker and the statement before it. */
export interface CheckedMark {
  readonly article: number;
  readonly statement: string;
  readonly origin: 'kept' | 'moved' | 'added';
}

/** A marker that was dropped although its article may support the statement. */
export interface DoubtfulMark {
  readonly article: number;
  readonly statement: string;
  /** Number of shown markers before it. */
  readonly after: number;
}

/** Counts of an answer's markers by outcome. */
export interface MarkCounts {
  kept: number;
  moved: number;
  dropped: number;
}

/** Maximum of stored quotes, and of doubtful markers. */
const mostQuotes = 200;

/** Decides which markers of an answer stay, and records those that are shown with their quotes. */
export function createMarkCheck(rules: MarkRules) {
  const marks: MarkCounts = { kept: 0, moved: 0, dropped: 0 };
  const quotes: MarkQuote[] = [];
  const shown: CheckedMark[] = [];
  const doubtful: DoubtfulMark[] = [];

  /** Records a marker that is shown after a statement. */
  const add = (article: number, statement: string, origin: CheckedMark['origin']): void => {
    shown.push({ article, statement, origin });
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
    shown,
    doubtful,
    add,

    /** Takes the last markers back. */
    withdraw(count: number): void {
      for (let left = Math.min(count, shown.length); left > 0; left--) {
        if (quotes.at(-1)?.mark === shown.length) quotes.pop();
        const origin = shown.pop()?.origin;
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
        if (stands === undefined) {
          if (isGuess) continue;
          marks.dropped++;
          if (doubtful.length < mostQuotes && rules.isUndecided?.(statement, article))
            doubtful.push({ article, statement, after: shown.length });
        } else {
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
