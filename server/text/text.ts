import { stemmer } from 'stemmer';
import { commonWords } from './common-words.ts';
import { simplifyChinese } from './simplify-chinese.ts';
import { scriptRuns, type ScriptRun } from './scripts.ts';
import { chineseStopWords, englishStopWords } from './stop-words.ts';

/**
 * Text as retrieval compares it: compatibility forms and widths unified (NFKC), lower case, Traditional
 * Chinese folded to Simplified. Offsets differ from the input; the result is for comparing, not for showing.
 */
export function foldText(text: string): string {
  return simplifyChinese(text.normalize('NFKC').toLowerCase());
}

/**
 * The words of a text in reading order, folded, stop words included: spaced scripts by blanks and
 * punctuation, dense scripts by the dictionary of `Intl.Segmenter`.
 */
export function words(text: string): string[] {
  return scriptRuns(foldText(text)).flatMap(runWords);
}

/** The words that carry the subject: stop words dropped, English words stemmed. */
export function contentTerms(text: string): string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map(stem);
}

/** True for a folded word of grammar, question or politeness in English or Chinese. */
export function isStopWord(word: string): boolean {
  return englishStopWords.has(word) || chineseStopWords.has(word);
}

/** True for a folded word of everyday talk, which names something but seldom the subject. */
export function isCommonWord(word: string): boolean {
  return commonWords.has(word);
}

/** Porter's stem of a folded Latin word; any other word comes back as it is. */
export function stem(word: string): string {
  if (word.length < 3 || !LATIN_WORD.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_STEMS) stems.clear();
  const result = stemmer(word);
  stems.set(word, result);
  return result;
}

/** The words of one folded run, see `words`. A spaced run is one word without its apostrophe and genitive. */
export function runWords(run: ScriptRun): string[] {
  if (run.script === 'spaced') return [plainWord(run.text)];
  return Array.from(segmenter.segment(run.text), (piece) => piece.segment);
}

/** A spaced word without apostrophes and the genitive: `don't` is `dont`, `site's` is `site`. */
export function plainWord(word: string): string {
  return word.length > 2 && APOSTROPHE.test(word)
    ? word.replace(GENITIVE, '').replace(APOSTROPHES, '')
    : word;
}

/** Every single character and every pair of neighbours of a folded dense run: 天气好 gives 天 天气 气 气好 好. */
export function denseGrams(run: string): string[] {
  const characters = Array.from(run);
  return characters.flatMap((character, index) => {
    const next = characters[index + 1];
    return next === undefined ? [character] : [character, character + next];
  });
}

/**
 * Cuts a text to at most `maxLength` UTF-16 units, the ending included, without splitting a code point.
 * A text that fits comes back unchanged.
 */
export function truncate(text: string, maxLength: number, ending = ''): string {
  if (text.length <= maxLength) return text;
  const room = Math.max(0, maxLength - ending.length);
  const splitsPair = room > 0 && /[\uD800-\uDBFF]/.test(text.charAt(room - 1));
  return text.slice(0, splitsPair ? room - 1 : room) + ending.slice(0, maxLength);
}

/** The dictionary cuts Chinese, Japanese and Thai alike; the locale only names the rules for the rest. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const LATIN_WORD = /^[a-z]+$/;
const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const GENITIVE = /['’]s$/;

/** Stems are asked for again and again; the memory of them is bounded and simply starts anew. */
const MAX_STEMS = 50_000;
const stems = new Map<string, string>();
