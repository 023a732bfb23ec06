import { NONE, SPACED, runEnd, scriptCode } from '../../text/scripts.ts';
import { katakanaWords } from '../../text/morphology/katakana.ts';
import type { StemLanguage } from '../../text/morphology/stem.ts';
import { foldText, plainWord } from '../../text/text.ts';
import type { TermTable } from '../postings/term-table.ts';
import { createWordCache, type WordCache } from './word-cache.ts';
import { partsOf } from './glued-number.ts';
import { spacedKeys, stemAndWordKeys, wholeWordKey } from './spaced-keys.ts';
import type { TermFrequencies } from './term-frequencies.ts';
import { characterHigh, kindOf, kinds, numberOfTagged, pairHigh, tagged } from './term.ts';

/** Extracts the terms of texts and numbers them by one table; a new term gets the next number. */
export interface Analyzer {
  /**
   * Puts every term of a text into the bag, each occurrence counted `weight` times (a title more than the body); its words are
   * stemmed as those of `language`, by default of English.
   * One pass gives the terms of all lexical retrievers: stemmed words, words in katakana, characters and pairs for BM25; characters,
   * pairs, raw words and four-grams for the n-gram retriever; pairs of words and of characters for phrases.
   *
   * Dense scripts are not segmented by a dictionary: measured, pairs find as much, a dictionary costs a third of the time
   * to build the index, and it may segment the same name differently in a question and in an article.
   */
  analyze(text: string, weight: number, bag: TermFrequencies, language?: StemLanguage): void;
  /** Clears the cache of words; they are analysed again when they recur. */
  forget(): void;
}

/** `onNewWord` is called with each new spaced word, without apostrophes. */
export function createAnalyzer(table: TermTable, onNewWord?: (word: string) => void): Analyzer {
  const wordsOf = new Map<StemLanguage, WordCache>();
  let spoken: StemLanguage = 'en';
  let words = createWordCache();
  wordsOf.set(spoken, words);

  const speak = (language: StemLanguage) => {
    if (language === spoken) return;
    spoken = language;
    words = wordsOf.get(language) ?? createWordCache();
    wordsOf.set(language, words);
  };

  const numbered = (kind: number, high: number, low: number) => tagged(table.intern(high, low), kind);

  const learn = (run: string): number => {
    onNewWord?.(plainWord(run));
    const keys = spacedKeys(run, spoken);
    const terms: number[] = [];
    for (let i = 0; i < keys.length; i += 2) {
      const high = keys[i] ?? 0;
      terms.push(numbered(kindOf(high), high, keys[i + 1] ?? 0));
    }
    const stems = partsOf(plainWord(run)).map((part) => {
      const [high = 0, low = 0] = stemAndWordKeys(part, spoken);
      return numbered(kinds.word, high, low);
    });
    return words.add([...terms, ...stems, ...neighbours(stems, wordPair)]);
  };

  /** The key of two neighbouring words, from the keys of their stems; their order counts. */
  const wordPair = (before: number, stem: number): number => {
    const [one, other] = [numberOfTagged(before), numberOfTagged(stem)];
    const lowBefore = table.low(one);
    const high = Math.imul(table.high(one) ^ (lowBefore >>> 15), 0x85ebca6b) ^ table.high(other);
    const low = Math.imul(lowBefore ^ 0x9e3779b1, 0xc2b2ae35) ^ table.low(other);
    return numbered(kinds.wordPair, ((kinds.wordPair << 28) | (high >>> 4)) >>> 0, low >>> 0);
  };

  let occurrences = new Uint32Array(1 << 10);
  let pairs = new Uint32Array(1 << 8);
  /** Indexed by character code plus one. */
  const characters = new Map<number, Uint32Array>();

  const character = (code: number): number => {
    let block = characters.get(code >> 8);
    if (block === undefined) characters.set(code >> 8, (block = new Uint32Array(256)));
    const known = block[code & 255] ?? 0;
    if (known > 0) return known - 1;
    const term = numbered(kinds.character, characterHigh, code);
    block[code & 255] = term + 1;
    return term;
  };

  /** Writes the characters of a dense run to the buffer from `at` on, each with the pair that it ends; returns the end. */
  const takeDense = (folded: string, from: number, to: number, at: number): number => {
    if (to - from > pairs.length) pairs = new Uint32Array(2 * (to - from));
    let before = folded.charCodeAt(from);
    occurrences[at] = character(before);
    for (let i = from + 1; i < to; i++) {
      const code = folded.charCodeAt(i);
      occurrences[at + 2 * (i - from) - 1] = character(code);
      pairs[i - from - 1] = (before << 16) | code;
      before = code;
    }
    const count = to - from - 1;
    table.internAll(pairHigh, pairs, count, pairs);
    for (let i = 0; i < count; i++) occurrences[at + 2 * i + 2] = tagged(pairs[i] ?? 0, kinds.pair);
    return takeKatakana(folded.slice(from, to), at + 2 * count + 1);
  };

  /** Writes the words in katakana of a dense run; returns the end. */
  const takeKatakana = (run: string, at: number): number => {
    let end = at;
    for (const { key } of katakanaWords(run))
      wholeWordKey(key, (high, low) => (occurrences[end++] = numbered(kinds.word, high, low)));
    return end;
  };

  const takeAll = (folded: string): number => {
    if (MAX_TERMS_PER_UNIT * folded.length > occurrences.length)
      occurrences = new Uint32Array(2 * MAX_TERMS_PER_UNIT * folded.length);
    let size = 0;
    let before = NO_WORD;
    for (let at = 0; at < folded.length;) {
      const kind = scriptCode(folded.charCodeAt(at));
      if (kind === NONE) {
        at++;
        continue;
      }
      const end = runEnd(folded, at, kind);
      if (kind === SPACED) {
        const known = words.find(folded, at, end);
        const stem = size;
        size = words.copy(known < 0 ? learn(folded.slice(at, end)) : known, occurrences, size);
        if (before !== NO_WORD) occurrences[size++] = wordPair(before, occurrences[stem] ?? 0);
        before = occurrences[stem] ?? 0;
      } else {
        size = takeDense(folded, at, end, size);
        before = NO_WORD;
      }
      at = end;
    }
    return size;
  };

  return {
    analyze(text, weight, bag, language = 'en') {
      speak(language);
      const size = takeAll(foldText(text));
      bag.add(occurrences, size, weight);
    },
    forget() {
      for (const known of wordsOf.values()) known.clear();
    },
  };
}

/** Pairs of the parts of a word, which are neighbours as where they stand apart. */
const neighbours = (stems: readonly number[], pairOf: (before: number, stem: number) => number) =>
  stems.slice(1).map((stem, at) => pairOf(stems[at] ?? 0, stem));

const NO_WORD = -1;

/** A word of one letter has a stem and makes a pair, but has no raw form and at most one four-gram. */
const MAX_TERMS_PER_UNIT = 4;
