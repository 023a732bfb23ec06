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

  // Written as bytes: a passage has some hundred words, and strings that grow by a letter are slow.
  let bytes = Buffer.alloc(1 << 14);
  const reserve = (size: number) => {
    if (size > bytes.length) bytes = Buffer.concat([bytes], 2 * size);
  };

  /** Writes the word of a term; returns its end. */
  const put = ({ high, low }: TermKey, from: number): number => {
    const into = bytes;
    let at = from;
    for (let rest = (high ^ ownHigh) >>> 0; rest > 0; rest >>>= 6) into[at++] = LETTERS[rest & 63] ?? 0;
    // The lower lane always has six letters, so that the encoding is unique.
    const lower = (low ^ ownLow) >>> 0;
    for (let shift = 0; shift < 36; shift += 6) into[at++] = LETTERS[(lower >>> shift) & 63] ?? 0;
    return at;
  };

  return {
    wordOf: (term) => bytes.toString('latin1', 0, put(term, 0)),
    textOf({ terms, counts }) {
      let at = 0;
      terms.forEach((term, nth) => {
        const times = Math.min(counts[nth] ?? 1, MAX_REPETITIONS);
        reserve(at + (times + 1) * LONGEST_WORD);
        const start = at;
        at = put(term, at);
        bytes[at++] = SPACE;
        const size = at - start;
        for (let more = 1; more < times; more++) {
          bytes.copyWithin(at, start, start + size);
          at += size;
        }
      });
      return bytes.toString('latin1', 0, Math.max(0, at - 1));
    },
  };
}

/** With its space: six letters of either lane. */
const LONGEST_WORD = 13;
const SPACE = 32;

/** Bits of the upper lane of a term. */
const HIGH_BITS = 0x3fffffff;

/** More occurrences have no visible effect on scores. */
const MAX_REPETITIONS = 255;

const LETTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
