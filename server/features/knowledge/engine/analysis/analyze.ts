import { NONE, SPACED, runEnd, scriptCode } from '../../../../text/scripts.ts';
import { foldText, plainWord, stem } from '../../../../text/text.ts';
import type { TermFrequencies } from './term-frequencies.ts';
import { characterHigh, emitHashed, kinds, pairHigh } from './term.ts';

/**
 * Puts every term of a text into the bag, each occurrence counted `weight` times (a title more than the body).
 * One pass gives the terms of all lexical retrievers: stemmed words, characters and pairs for BM25; characters,
 * pairs, raw words and four-grams for the n-gram retriever; pairs of words and of characters for what stands side
 * by side. `keysOf` gives the keys of a spaced word, with their numbers where an index knows them.
 *
 * Dense scripts are not cut into dictionary words here: measured, pairs find as much, a dictionary costs a
 * third of the time to build the index, and it cuts a name in a question otherwise than in an article.
 */
export function analyze(
  text: string,
  weight: number,
  bag: TermFrequencies,
  keysOf: (word: string) => WordKeys = unnumbered,
): void {
  const folded = foldText(text);
  let at = 0;
  let before: Uint32Array | undefined;
  while (at < folded.length) {
    const kind = scriptCode(folded.charCodeAt(at));
    if (kind === NONE) {
      at++;
      continue;
    }
    const end = runEnd(folded, at, kind);
    if (kind === SPACED) {
      const word = folded.slice(at, end);
      const known = keysOf(word);
      addKeys(bag, known, weight);
      if (before !== undefined) addWordPair(bag, before, known.keys, weight);
      before = known.keys;
    } else {
      addCharacters(folded, at, end, weight, bag);
      before = undefined;
    }
    at = end;
  }
}

/** The keys of a word, two numbers each, and what number each has in a table of terms. */
export interface WordKeys {
  readonly keys: Uint32Array;
  readonly numbers?: Int32Array;
}

const unnumbered = (word: string): WordKeys => ({ keys: spacedKeys(word) });

/**
 * All keys of a folded spaced word, two numbers each: its stem, the word itself, its four-grams with the
 * edges marked, so that `#app` finds what begins with `app`.
 */
export function spacedKeys(run: string): Uint32Array {
  const known = keysOfWord.get(run);
  if (known !== undefined) return known;
  const word = plainWord(run).slice(0, LONGEST_WORD);
  const keys: number[] = [];
  const emit = (high: number, low: number) => keys.push(high, low);
  const stemmed = stem(word);
  emitHashed(kinds.word, stemmed, 0, stemmed.length, emit);
  emitHashed(kinds.rawWord, word, 0, word.length, emit);
  const edged = `#${word}#`;
  for (let from = 0; from + GRAM <= edged.length; from++) {
    emitHashed(kinds.gram, edged, from, from + GRAM, emit);
  }
  if (keysOfWord.size >= MAX_WORDS) keysOfWord.clear();
  const packed = Uint32Array.from(keys);
  keysOfWord.set(run, packed);
  return packed;
}

function addKeys(bag: TermFrequencies, { keys, numbers }: WordKeys, weight: number): void {
  for (let i = 0; i < keys.length; i += 2) {
    if (numbers === undefined) bag.add(keys[i] ?? 0, keys[i + 1] ?? 0, weight);
    else bag.addNumbered(keys[i] ?? 0, keys[i + 1] ?? 0, weight, numbers[i >> 1] ?? 0);
  }
}

/** Two words side by side make a term of their own from the keys of their stems; the order counts. */
function addWordPair(bag: TermFrequencies, before: Uint32Array, keys: Uint32Array, weight: number): void {
  const high = Math.imul((before[0] ?? 0) ^ ((before[1] ?? 0) >>> 15), 0x85ebca6b) ^ (keys[0] ?? 0);
  const low = Math.imul((before[1] ?? 0) ^ 0x9e3779b1, 0xc2b2ae35) ^ (keys[1] ?? 0);
  bag.add(((kinds.wordPair << 28) | (high >>> 4)) >>> 0, low >>> 0, weight);
}

function addCharacters(folded: string, from: number, to: number, weight: number, bag: TermFrequencies): void {
  let before = 0;
  for (let i = from; i < to; i++) {
    const code = folded.charCodeAt(i);
    bag.add(characterHigh, code, weight);
    if (i > from) bag.add(pairHigh, ((before << 16) | code) >>> 0, weight);
    before = code;
  }
}

const GRAM = 4;

/** Longer runs are checksums and data; their head is enough to find them by. */
const LONGEST_WORD = 48;

/** Words come again and again; the memory of their keys is bounded and simply starts anew. */
const MAX_WORDS = 20_000;
const keysOfWord = new Map<string, Uint32Array>();
