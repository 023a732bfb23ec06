import { stemOf, type StemLanguage } from '../../text/morphology/stem.ts';
import { plainWord } from '../../text/text.ts';
import { emitHashed, kinds, type Emit } from './term.ts';

/**
 * All keys of a folded spaced word, two numbers each: its stem, the word itself, and its four-grams with marked
 * edges, so that `#app` matches words that begin with `app`.
 */
export function spacedKeys(run: string, language: StemLanguage): Uint32Array {
  const word = plainWord(run).slice(0, LONGEST_WORD);
  const keys: number[] = [];
  const emit = (high: number, low: number) => keys.push(high, low);
  emitWord(word, language, emit);
  const edged = `#${word}#`;
  for (let from = 0; from + GRAM <= edged.length; from++) {
    emitHashed(kinds.gram, edged, from, from + GRAM, emit);
  }
  return Uint32Array.from(keys);
}

/** The first two of these keys, the stem and the word itself, as four numbers. */
export function stemAndWordKeys(run: string, language: StemLanguage): Uint32Array {
  const keys: number[] = [];
  emitWord(plainWord(run).slice(0, LONGEST_WORD), language, (high, low) => keys.push(high, low));
  return Uint32Array.from(keys);
}

/** The key of a word that is not stemmed, such as one in katakana. */
export function wholeWordKey(word: string, emit: Emit): void {
  emitHashed(kinds.word, word, 0, Math.min(word.length, LONGEST_WORD), emit);
}

function emitWord(word: string, language: StemLanguage, emit: Emit): void {
  const stemmed = stemOf(word, language);
  emitHashed(kinds.word, stemmed, 0, stemmed.length, emit);
  emitHashed(kinds.rawWord, word, 0, word.length, emit);
}

const GRAM = 4;

/** Longer runs are checksums and other data; indexing their beginning is enough to find them. */
const LONGEST_WORD = 48;
