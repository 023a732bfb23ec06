import { commonWords } from './word-lists/common-words.ts';
import { cutKorean } from './morphology/korean.ts';
import { isEverydayWord } from './morphology/everyday-words.ts';
import { stemOf, type StemLanguage } from './morphology/stem.ts';
import { ownCopy } from './own-copy.ts';
import { simplifyChinese } from './simplify-chinese.ts';
import { scriptRuns, type ScriptRun } from './scripts.ts';
import { joinTerms } from './synonyms/regional-terms.ts';
import { stopWords } from './word-lists/stop-words.ts';

/**
 * Normalizes text for comparison: NFKC, lower case, Traditional Chinese mapped to Simplified. Offsets differ from the
 * input, so the result is not for display.
 */
export function foldText(text: string): string {
  return simplifyChinese(text.normalize('NFKC').toLowerCase());
}

/** A text in one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Letters and digits alone, in lower case: how texts are compared that differ in markup, punctuation and blanks. */
export const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The longest prefix of a text that has at most `most` characters when folded. One character can fold to eighteen, so a limit on the
 * typed text does not limit the searched text.
 */
export function withinFolded(text: string, most: number): string {
  if (text.length <= most && text.normalize('NFKC').length <= most) return text;
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += character.normalize('NFKC').length;
    if (length > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * Words of a text in order, folded, stop words included: spaced scripts split at blanks and punctuation, dense scripts
 * by `Intl.Segmenter`.
 */
export function words(text: string): string[] {
  return scriptRuns(foldText(text)).flatMap(runWords);
}

/** Content words: without stop words, stemmed. */
export function contentTerms(text: string, language: StemLanguage = 'en'): string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map((word) => stem(word, language));
}

/** True for a folded function word of English, Chinese, Japanese or Korean. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** True for a folded word that is frequent in any conversation and seldom a subject. */
export function isCommonWord(word: string, language: StemLanguage = 'en'): boolean {
  return commonWords.has(word) || isEverydayWord(word, language);
}

/** `stemOf`, in English unless another language is named. */
export const stem = (word: string, language: StemLanguage = 'en'): string => stemOf(word, language);

/** Words of one folded run, see `words`. A spaced run is one word without its apostrophe and genitive. */
export function runWords({ script, text }: ScriptRun): readonly string[] {
  if (script === 'spaced') return [plainWord(text)];
  const known = segmented.get(text);
  if (known !== undefined) return known;
  const isKept = text.length <= LONGEST_SEGMENTED;
  const run = isKept ? ownCopy(text) : text;
  const pieces = Array.from(segmenter.segment(run), (piece) => piece.segment);
  const cut = HANGUL.test(run) ? pieces.flatMap(cutKorean) : joinTerms(pieces);
  if (segmented.size >= MOST_SEGMENTED) segmented.clear();
  if (isKept) segmented.set(run, cut);
  return cut;
}

/** Words of short runs: a question is read for its spelling, its terms, its synonyms and its translation. */
const segmented = new Map<string, readonly string[]>();
const MOST_SEGMENTED = 2_000;
const LONGEST_SEGMENTED = 100;

/** A word without apostrophes and genitive: `don't` becomes `dont`, `site's` becomes `site`. */
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

const HANGUL = /\p{sc=Hangul}/u;
const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const GENITIVE = /['’]s$/;
