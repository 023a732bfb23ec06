import type { HeadVerdict } from '../attempts.ts';
import { relatives } from '../language.ts';

/** Number of letters needed to identify a language; characters of dense scripts count three times. */
const enoughLetters = 36;

/** A question that names a language may want the answer in it. */
const namesLanguage =
  /\b(?:english|chinese|german|french|spanish|portuguese|russian|japanese|korean|italian|translate|translation|deutsch|englisch|français|anglais|español|inglés|português|inglês)\b|[英中法德日韩韓俄]文|[英汉漢法德日韩韓俄]语|[英漢法德日韓俄]語|翻译|翻譯|영어|번역|английск|перевод/iu;

/**
 * Judges the beginning of an answer: not empty, in the visitor's language, not a repetition of the prompt. Text in the
 * language's script passes at once, unless other languages use that script.
 */
export async function judgeHead(
  head: string,
  last: boolean,
  asked: {
    readonly question: string;
    /** Tag of the visitor's language. */
    readonly language: string;
    /** Random word in the prompt's tags. */
    readonly fence: string;
    readonly detectLanguage: (text: string) => Promise<string>;
  },
): Promise<HeadVerdict> {
  const text = head.trim();
  if (text === '') return last ? 'empty' : 'wait';
  if (text.includes(asked.fence) || (last && bare(text) === bare(asked.question)))
    return 'repeats the prompt';
  const mayRepeat = /^(?:<|Rules:|\[\d)/.test(text) || bare(asked.question).startsWith(bare(text));
  if (mayRepeat && !last) return 'wait';
  if (namesLanguage.test(asked.question)) return 'sound';
  const plain = text.replace(noProse, ' ');
  const script = scriptOf(plain);
  if (script === scriptOfLanguage(asked.language) && !ambiguous(asked.language)) return 'sound';
  const letters = (plain.match(/\p{L}/gu)?.length ?? 0) * (script === 'latin' ? 1 : 3);
  if (letters < enoughLetters) return last ? 'sound' : 'wait';
  return relatives(await asked.detectLanguage(plain), asked.language) ? 'sound' : 'wrong language';
}

/** Text without a language: code, markers, tags, addresses and keys of JSON. */
const noProse = /`[^`]*`|\[\d{1,2}\]|<[^<>]*>|"[^"\s]*"\s*:|\b[a-z]+:\/\/\S+/gi;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** True for Latin-script languages but English, which models often fall back to; these are checked by their words. */
const ambiguous = (language: string) => scriptOfLanguage(language) === 'latin' && language !== 'en';

const scripts: readonly (readonly [string, RegExp, RegExp])[] = [
  ['han', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u, /^(?:zh|ja)/],
  ['hangul', /\p{sc=Hangul}/u, /^ko/],
  ['cyrillic', /\p{sc=Cyrillic}/u, /^(?:ru|uk|bg|sr|mk|be)/],
  ['arabic', /\p{sc=Arabic}/u, /^(?:ar|fa|ur)/],
  ['thai', /\p{sc=Thai}/u, /^th/],
  ['hebrew', /\p{sc=Hebrew}/u, /^he/],
  ['greek', /\p{sc=Greek}/u, /^el/],
  ['devanagari', /\p{sc=Devanagari}/u, /^hi/],
];

const scriptOf = (text: string): string =>
  scripts.find(([, letters]) => letters.test(text))?.[0] ?? (/\p{L}/u.test(text) ? 'latin' : '');

const scriptOfLanguage = (language: string): string =>
  scripts.find(([, , tags]) => tags.test(language))?.[0] ?? 'latin';
