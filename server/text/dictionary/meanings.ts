import { scriptRuns } from '../scripts.ts';
import { isStopWord, plainWord, stem } from '../text.ts';
import type { Dictionary } from './dictionary.ts';

/** A word of a question with its translations. */
export interface Meaning {
  readonly word: string;
  /** The most common first; the word itself when both languages spell it alike; empty when the dictionary lacks it. */
  readonly wordings: readonly string[];
}

/** The words of a folded Chinese question with their English translations, without function words. Neighbouring single characters are parts of a name and get no translations. */
export function meaningsOfChinese(folded: string, dictionary: Dictionary): Meaning[] {
  return scriptRuns(folded).flatMap((run): readonly Meaning[] => {
    if (run.script === 'spaced') return asWritten(plainWord(run.text));
    const words = dictionaryWords(run.text, dictionary);
    const isLone = (word: string | undefined) => word?.length === 1 && !isStopWord(word);
    const isPiece = (at: number) => isLone(words[at]) && (isLone(words[at - 1]) || isLone(words[at + 1]));
    return words.flatMap((word, at) => {
      if (isStopWord(word)) return [];
      return { word, wordings: isPiece(at) ? [] : dictionary.english(word) };
    });
  });
}

/** Segments a run of Chinese into the fewest words; a single character costs more, since most words have two. */
function dictionaryWords(run: string, dictionary: Dictionary): readonly string[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= run.length; end++) {
    let [cost, from] = [(best[end - 1]?.cost ?? 0) + LONE_CHARACTER, end - 1];
    for (let start = Math.max(0, end - LONGEST_WORD); start < end - 1; start++) {
      const whole = (best[start]?.cost ?? 0) + 1;
      if (whole >= cost || !isWord(run.slice(start, end), dictionary)) continue;
      [cost, from] = [whole, start];
    }
    best[end] = { cost, from };
  }
  const words: string[] = [];
  for (let end = run.length; end > 0; end = best[end]?.from ?? 0)
    words.unshift(run.slice(best[end]?.from ?? 0, end));
  return words;
}

const isWord = (word: string, dictionary: Dictionary): boolean =>
  isStopWord(word) || dictionary.english(word).length > 0;

const LONE_CHARACTER = 1.6;
const LONGEST_WORD = 8;

/** The words and phrases of a folded English question with their Chinese translations, without function words. */
export function meaningsOfEnglish(folded: string, dictionary: Dictionary): Meaning[] {
  const words = scriptRuns(folded).map(({ text }) => plainWord(text));
  const meanings: Meaning[] = [];
  for (let at = 0; at < words.length;) {
    const [phrase, wordings] = longestPhrase(words.slice(at, at + MAX_WORDS), dictionary);
    if (wordings.length > 0) meanings.push({ word: phrase.join(' '), wordings });
    else meanings.push(...asWritten(words[at] ?? ''));
    at += Math.max(1, phrase.length);
  }
  return meanings;
}

/**
 * The longest phrase of the dictionary at the start of the words. It begins and ends with a content word: "terms of service". The
 * dictionary may spell two words as one: "back up", "log in".
 */
function longestPhrase(
  words: readonly string[],
  dictionary: Dictionary,
): readonly [phrase: readonly string[], wordings: readonly string[]] {
  for (let length = words.length; length > 0; length--) {
    const phrase = words.slice(0, length);
    if (isStopWord(phrase[0] ?? '')) continue;
    const joined = length === 2 ? dictionary.chinese(stem(phrase.join(''))) : [];
    if (joined.length > 0) return [phrase, joined];
    if (isStopWord(phrase.at(-1) ?? '')) continue;
    const stems = phrase.filter((word) => !isStopWord(word)).map((word) => stem(word));
    const wordings = dictionary.chinese(stems.join(' '));
    if (wordings.length > 0) return [phrase, wordings];
  }
  return [words.slice(0, 1), []];
}

const MAX_WORDS = 4;

/** A name or a number, which is spelt alike in every language. */
const asWritten = (word: string): readonly Meaning[] =>
  isStopWord(word) ? [] : [{ word, wordings: [word] }];
