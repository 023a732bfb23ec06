import { scriptRuns, type ScriptRun } from '../../text/scripts.ts';
import { withoutAccents } from '../../text/morphology/stem.ts';
import { foldText, isStopWord, plainWord, runWords, withinFolded } from '../../text/text.ts';
import { frequencyOf } from '../query/has-term.ts';
import { WEAK, type KeyedTerm } from '../query/question-terms.ts';
import { wordKeys } from '../query/word-keys.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { characterHigh, emitHashed, kinds, pairHigh } from './term.ts';

/** One part of a keyword to find, with the terms that it may stand for. */
export interface KeywordPart {
  /** The part as it occurs in a folded title. */
  readonly text: string;
  readonly readings: readonly KeyedTerm[];
  /** Other words of the site that the visitor may have meant. */
  readonly words: readonly string[];
  readonly corrected: boolean;
}

type ReadKeyword = (keyword: string, how: 'typed' | 'parts') => KeywordPart[];

/**
 * Parses keywords. While a visitor types, every request repeats the earlier words, so parsed words are cached until
 * the index changes.
 */
export function createKeywordReader(index: InvertedIndex): ReadKeyword {
  const known = new Map<string, KeywordPart>();
  let seen = -1;

  const readWord = (word: string, how: 'typed' | 'parts' | 'whole'): KeywordPart => {
    if (seen !== index.chunks.changes || known.size >= MAX_CACHED_WORDS) known.clear();
    seen = index.chunks.changes;
    const key = `${how} ${word}`;
    const part = known.get(key) ?? readSpaced(index, word, how);
    known.set(key, part);
    return part;
  };

  /** Stop words are left out when anything else was typed. */
  return (keyword, how) => {
    const folded = foldText(withinFolded(keyword, LONGEST_KEYWORD));
    const all: { part: KeywordPart; stop: boolean }[] = [];
    const runs = scriptRuns(folded);
    for (const [place, run] of runs.entries()) {
      if (run.script === 'spaced') {
        const word = plainWord(run.text);
        // A letter within a keyword, as in "e-bike", is a word of its own; at the end it may be the next word's beginning.
        const isWhole = word.length === 1 && place < runs.length - 1;
        all.push({ part: readWord(word, isWhole ? 'whole' : how), stop: isStopWord(word) });
      } else all.push(...readDense(run, how));
    }
    const telling = all.filter(({ stop }) => !stop);
    return (telling.length > 0 ? telling : all).slice(0, MAX_PARTS).map(({ part }) => part);
  };
}

/** Size of the cache of words: enough for a few visitors who type at the same time. */
const MAX_CACHED_WORDS = 500;

/** Longer input is pasted text, not a keyword. */
export const LONGEST_KEYWORD = 200;
const MAX_PARTS = 32;

/** Maximum number of completions; the most frequent ones are used. */
const MAX_WORDS = 24;

function readSpaced(index: InvertedIndex, word: string, how: 'typed' | 'parts' | 'whole'): KeywordPart {
  const { vocabulary } = index;
  const [stemHigh = 0, stemLow = 0, wordHigh = 0, wordLow = 0] = wordKeys(index, word).of(word);
  const asTyped: KeyedTerm[] = [
    { high: wordHigh, low: wordLow, weight: 1 },
    { high: stemHigh, low: stemLow, weight: WEAK },
  ];
  const frequency = (reading: KeyedTerm) => frequencyOf(index, reading);
  const frequent = (words: readonly string[], weight: number) => {
    const found: { text: string; reading: KeyedTerm; documents: number }[] = [];
    for (const text of words) {
      const reading = readingOf(text, weight);
      const documents = frequency(reading);
      if (documents > 0) found.push({ text, reading, documents });
    }
    return found.toSorted((a, b) => b.documents - a.documents).slice(0, MAX_WORDS);
  };

  const accented = frequent(
    asTyped.some((reading) => frequency(reading) > 0) ? [] : withOtherAccents(vocabulary.similar(word), word),
    WEAK,
  );
  const completed = how === 'whole' ? [] : frequent(vocabulary.completions(word), WEAK);
  const isKnown = completed.length + accented.length > 0 || asTyped.some((reading) => frequency(reading) > 0);
  const corrected = isKnown ? [] : frequent(vocabulary.similar(word), WEAK);
  const containing = how === 'parts' ? frequent(vocabulary.containing(word), WEAK) : [];
  const further = [...accented, ...completed, ...corrected, ...containing];
  return {
    text: word,
    readings: [...asTyped, ...further.map(({ reading }) => reading)],
    words: further.map(({ text }) => text),
    corrected: corrected.length > 0,
  };
}

/** The same word with other accents, such as "café" for "cafe"; a more likely meaning than "cake". */
const withOtherAccents = (words: readonly string[], word: string): readonly string[] =>
  words.filter((one) => withoutAccents(one) === withoutAccents(word));

/** A word as the vocabulary contains it. */
function readingOf(word: string, weight: number): KeyedTerm {
  let reading: KeyedTerm = { high: 0, low: 0, weight };
  emitHashed(kinds.rawWord, word, 0, word.length, (high, low) => (reading = { high, low, weight }));
  return reading;
}

/** A dense run is split into pairs, with those of stop words marked; a single character, or one of `parts`, stays whole. */
function readDense(run: ScriptRun, how: 'typed' | 'parts'): { part: KeywordPart; stop: boolean }[] {
  const stops = runWords(run).flatMap((word) => Array.from({ length: word.length }, () => isStopWord(word)));
  const { text } = run;
  const part = (piece: string, high: number, low: number): KeywordPart => ({
    text: piece,
    readings: [{ high, low, weight: 1 }],
    words: [],
    corrected: false,
  });
  const characters = Array.from({ length: text.length }, (_, i) => ({
    part: part(text.charAt(i), characterHigh, text.charCodeAt(i)),
    stop: stops[i] ?? false,
  }));
  if (text.length === 1 || how === 'parts') return characters;
  return characters.slice(1).map((_, i) => ({
    part: part(text.slice(i, i + 2), pairHigh, ((text.charCodeAt(i) << 16) | text.charCodeAt(i + 1)) >>> 0),
    stop: (stops[i] ?? false) || (stops[i + 1] ?? false),
  }));
}
