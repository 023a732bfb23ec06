import { plainWord, stemOf } from '../../../../text/text.ts';
import { emitHashed, kinds } from './term.ts';

/**
 * All keys of a folded spaced word, two numbers each: its stem, the word itself, its four-grams with the
 * edges marked, so that `#app` finds what begins with `app`.
 */
export function spacedKeys(run: string): Uint32Array {
  const word = plainWord(run).slice(0, LONGEST_WORD);
  const keys: number[] = [];
  const emit = (high: number, low: number) => keys.push(high, low);
  const stemmed = stemOf(word);
  emitHashed(kinds.word, stemmed, 0, stemmed.length, emit);
  emitHashed(kinds.rawWord, word, 0, word.length, emit);
  const edged = `#${word}#`;
  for (let from = 0; from + GRAM <= edged.length; from++) {
    emitHashed(kinds.gram, edged, from, from + GRAM, emit);
  }
  return Uint32Array.from(keys);
}

const GRAM = 4;

/** Longer runs are checksums and data; their head is enough to find them by. */
const LONGEST_WORD = 48;
