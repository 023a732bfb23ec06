import { createHash } from 'node:crypto';
import type { CountedTerms, TermKey } from '../../../ports/candidates.ts';
import type { Owner } from './documents.ts';

/** Terms as words of the engine. */
export interface Words {
  /** A term as a short word of letters, digits, `-` and `_`, for a field that is split at spaces. */
  wordOf(term: TermKey): string;
  /** A text that repeats each term as often as it was counted. */
  textOf(counted: Pick<CountedTerms, 'terms' | 'counts'>): string;
}

/**
 * The words of one generation of a site. No other generation on the same engine has them, so that a search needs no further filter, which
 * would keep the engine from leaving out what cannot be among the best, and the engine's counts are those of this generation alone.
 */
export function createWords({ site, generation }: Owner): Words {
  const digest = createHash('sha256').update(`${site}/${generation}`).digest();
  const [ownHigh, ownLow] = [digest.readUInt32LE(0) & HIGH_BITS, digest.readUInt32LE(4)];

  const wordOf = ({ high, low }: TermKey): string => {
    let word = '';
    for (let rest = (high ^ ownHigh) >>> 0; rest > 0; rest >>>= 6) word += LETTERS[rest & 63] ?? '';
    // The lower lane always has six letters, so that the encoding is unique.
    const lower = (low ^ ownLow) >>> 0;
    for (let shift = 0; shift < 36; shift += 6)
      word += LETTERS[(shift < 32 ? lower >>> shift : 0) & 63] ?? '';
    return word;
  };

  return {
    wordOf,
    textOf({ terms, counts }) {
      const words: string[] = [];
      for (const [at, term] of terms.entries()) {
        const word = wordOf(term);
        const times = Math.min(counts[at] ?? 1, MAX_REPETITIONS);
        for (let nth = 0; nth < times; nth++) words.push(word);
      }
      return words.join(' ');
    },
  };
}

/** Bits of the upper lane of a term. */
const HIGH_BITS = 0x3fffffff;

/** More occurrences have no visible effect on scores. */
const MAX_REPETITIONS = 255;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
