import { stemmer } from 'stemmer';
import { commonWords } from './common-words.ts';
import { simplifyChinese } from './simplify-chinese.ts';
import { scriptRuns, type ScriptRun } from './scripts.ts';
import { chineseStopWords, englishStopWords } from './stop-words.ts';

/**
 * Normalizes text for comparison: NFKC, lower case, Traditional Chinese mapped to Simplified. Offsets differ from the
 * input, so the result is not for display.
 */
export function foldText(text: string): string {
  return simplifyChinese(text.normalize('NFKC').toLowerCase());
}

/**
 * Words of a text in order, folded, stop words included: spaced scripts split at blanks and punctuation, dense scripts
 * by `Intl.Segmenter`.
 */
export function words(text: string): string[] {
  return scriptRuns(foldText(text)).flatMap(runWords);
}

/** Content words: without stop words, English words stemmed. */
export function contentTerms(text: string): string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map(stem);
}

/** True for a folded English or Chinese function word. */
export function isStopWord(word: string): boolean {
  return englishStopWords.has(word) || chineseStopWords.has(word);
}

/** True for a folded word that is frequent in any conversation and seldom a subject. */
export function isCommonWord(word: string): boolean {
  return commonWords.has(word);
}

/** Porter stem of a folded Latin word; other words are returned unchanged. */
export const stemOf = (word: string): string => (isStemmed(word) ? stemmer(word) : word);

const isStemmed = (word: string) => word.length >= 3 && LATIN_WORD.test(word);

/** `stemOf` with a memory of words. */
export function stem(word: string): string {
  if (!isStemmed(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_STEMS) stems.clear();
  const result = stemOf(word);
  stems.set(word, result);
  return result;
}

/** Words of one folded run, see `words`. A spaced run is one word without its apostrophe and genitive. */
export function runWords(run: ScriptRun): string[] {
  if (run.script === 'spaced') return [plainWord(run.text)];
  return Array.from(segmenter.segment(run.text), (piece) => piece.segment);
}

/** A word without apostrophes and genitive: `don't` is `dont`, `site's` is `site`. */
export function plainWord(word: string): string {
  return word.length > 2 && APOSTROPHE.test(word)
    ? word.replace(GENITIVE, '').replace(APOSTROPHES, '')
    : word;
}

/** Characters and bigrams of a folded dense run: 天气好 gives 天 天气 气 气好 好. */
export function denseGrams(run: string): string[] {
  const characters = Array.from(run);
  return characters.flatMap((character, index) => {
    const next = characters[index + 1];
    return next === undefined ? [character] : [character, character + next];
  });
}

/**
 * Truncates a text to at most `maxLength` UTF-16 units including `ending`, without splitting a code point. A text that
 * fits is unchanged.
 */
export function truncate(text: string, maxLength: number, ending = ''): string {
  if (text.length <= maxLength) return text;
  const room = Math.max(0, maxLength - ending.length);
  const splitsPair = room > 0 && /[\uD800-\uDBFF]/.test(text.charAt(room - 1));
  return text.slice(0, splitsPair ? room - 1 : room) + ending.slice(0, maxLength);
}

/** The segmenter splits Chinese, Japanese and Thai alike; the locale only affects other scripts. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const LATIN_WORD = /^[a-z]+$/;
const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const GENITIVE = /['’]s$/;

/** Bound of the cache of stems, which is simply cleared when full. */
const MAX_STEMS = 50_000;
const stems = new Map<string, string>();
