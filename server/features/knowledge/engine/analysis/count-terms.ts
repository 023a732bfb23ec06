import { countingNorm } from './character-ngrams.ts';
import type { TermCounts } from '../postings/postings.ts';
import type { TermFrequencies } from './term-frequencies.ts';
import type { TermTable } from '../postings/term-table.ts';
import { isNgramKind, isPassageKind, kindOf, kinds } from './term.ts';

export type CountTerms = (bag: TermFrequencies, accept: (kind: number) => boolean) => TermCounts;

/** Numbers and counts the terms of a bag that pass; the arrays are used again by the next call. */
export function createTermCounter(table: TermTable): CountTerms {
  let terms = new Uint32Array(1 << 10);
  let counts = new Uint32Array(1 << 10);
  return (bag, accept) => {
    if (bag.size > terms.length) {
      terms = new Uint32Array(2 * bag.size);
      counts = new Uint32Array(2 * bag.size);
    }
    let size = 0;
    let length = 0;
    let squares = 0;
    bag.number(table);
    const { size: all, highs, counts: occurrences, numbers } = bag;
    for (let i = 0; i < all; i++) {
      const high = highs[i] ?? 0;
      const kind = kindOf(high);
      if (!accept(kind)) continue;
      const count = occurrences[i] ?? 0;
      terms[size] = numbers[i] ?? 0;
      counts[size++] = count;
      if (isPassageKind(kind)) length += count;
      if (isNgramKind(kind)) squares += countingNorm(count);
    }
    return { size, terms, counts, length, norm: Math.sqrt(squares) || 1 };
  };
}

/** The numbers of the words and characters of a bag. */
export function wordTerms(bag: TermFrequencies): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i < bag.size; i++) {
    const kind = kindOf(bag.highs[i] ?? 0);
    if (kind === kinds.word || kind === kinds.character) found.push(bag.numbers[i] ?? 0);
  }
  return Uint32Array.from(found);
}
