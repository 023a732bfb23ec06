/**
 * The kinds of terms. A term's key has 64 bits in two 32-bit lanes: the kind in the top four bits, then either the
 * character codes themselves (`character`, `pair`) or a 60-bit hash of the word.
 */
export const kinds = {
  /** A spaced word, stemmed. */
  word: 1,
  /** One character of a dense script. */
  character: 2,
  /** Two neighbouring characters of a dense script. */
  pair: 3,
  /** A spaced word as it was written. */
  rawWord: 4,
  /** Four neighbouring characters of a spaced word and its edges. */
  gram: 5,
  /** Two neighbouring spaced words, both stemmed. */
  wordPair: 6,
} as const;

export type Kind = (typeof kinds)[keyof typeof kinds];

/** The kind of a term, from the upper lane of its key. */
export const kindOf = (high: number): number => high >>> 28;

/** True for the kinds that BM25 counts; the n-gram retriever counts characters, pairs, raw words and grams. */
export const isPassageKind = (kind: number): boolean => kind <= kinds.pair;
export const isNgramKind = (kind: number): boolean => kind >= kinds.character && kind <= kinds.gram;

/** True for the kinds that record which words are neighbours. */
export const isPairKind = (kind: number): boolean => kind === kinds.pair || kind === kinds.wordPair;

/** The upper lane of a character or pair; the lower lane contains the codes. */
export const characterHigh = (kinds.character << 28) >>> 0;
export const pairHigh = (kinds.pair << 28) >>> 0;

/** Calls `emit` with the key of the part `from` to `to` of a word, as a term of this kind. */
// @wide: called for each pixel, term or number, where an object would be made each time
export function emitHashed(kind: Kind, text: string, from: number, to: number, emit: Emit): void {
  let high = kind * 0x9e3779b1;
  let low = 0x811c9dc5;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 0x01000193);
  }
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  emit(((kind << 28) | (high >>> 4)) >>> 0, (low ^ (low >>> 13)) >>> 0);
}

export type Emit = (high: number, low: number) => void;

/** A term's number with its kind in the lowest three bits, so that the kind needs no look-up. */
export const tagged = (number: number, kind: number): number => ((number << 3) | kind) >>> 0;
export const kindOfTagged = (term: number): number => term & 7;
export const numberOfTagged = (term: number): number => term >>> 3;
