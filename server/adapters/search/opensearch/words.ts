import type { CountedTerms, TermKey } from '../../../ports/candidates.ts';

/** A term as a short word of letters, digits, `-` and `_`, for a field that is split at spaces. */
export function wordOf({ high, low }: TermKey): string {
  let word = '';
  for (let rest = high; rest > 0; rest = Math.floor(rest / 64)) word += LETTERS[rest & 63] ?? '';
  // The lower lane always has six letters, so that the encoding is unique.
  for (let shift = 0; shift < 36; shift += 6) word += LETTERS[(shift < 32 ? low >>> shift : 0) & 63] ?? '';
  return word;
}

/** A text that repeats each term as often as it was counted. */
export function textOf({ terms, counts }: Pick<CountedTerms, 'terms' | 'counts'>): string {
  const words: string[] = [];
  for (const [at, term] of terms.entries()) {
    const word = wordOf(term);
    const times = Math.min(counts[at] ?? 1, MAX_REPETITIONS);
    for (let nth = 0; nth < times; nth++) words.push(word);
  }
  return words.join(' ');
}

/** More occurrences have no visible effect on scores. */
const MAX_REPETITIONS = 255;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
