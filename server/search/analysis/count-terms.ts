import { countingNorm } from './character-ngrams.ts';
import type { TermCounts } from '../postings/postings.ts';
import type { TermFrequencies } from './term-frequencies.ts';
import { isNgramKind, isPassageKind, kindOfTagged, kinds, numberOfTagged } from './term.ts';

export type CountTerms = (bag: TermFrequencies, lastKind: number) => TermCounts;

/** Counts the terms of bags, of all kinds up to `last`; the next call reuses the arrays. */
export function createTermCounter(): CountTerms {
  let terms = new Uint32Array(1 << 10);
  let counts = new Uint32Array(1 << 10);
  return (bag, lastKind) => {
    if (bag.size > terms.length) {
      terms = new Uint32Array(2 * bag.size);
      counts = new Uint32Array(2 * bag.size);
    }
    let size = 0;
    let length = 0;
    let squares = 0;
    const { size: all, terms: found, counts: occurrences } = bag;
    for (let i = 0; i < all; i++) {
      const term = found[i] ?? 0;
      const kind = kindOfTagged(term);
      if (kind > lastKind) continue;
      const count = occurrences[i] ?? 0;
      terms[size] = numberOfTagged(term);
      counts[size++] = count;
      if (isPassageKind(kind)) length += count;
      if (isNgramKind(kind)) squares += count < NORMS.length ? (NORMS[count] ?? 0) : countingNorm(count);
    }
    return { size, terms, counts, length, norm: Math.sqrt(squares) || 1 };
  };
}

const NORMS = Float64Array.from({ length: 256 }, (_, count) => countingNorm(count));

/** The numbers of the words and characters of a bag. */
export function wordTerms({ size, terms }: TermFrequencies): Uint32Array {
  const found = terms.subarray(0, size).filter((term) => {
    const kind = kindOfTagged(term);
    return kind === kinds.word || kind === kinds.character;
  });
  return found.map(numberOfTagged);
}
