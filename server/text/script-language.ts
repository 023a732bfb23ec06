import { isTraditionalChinese } from './simplify-chinese.ts';

/** An IETF language tag: `en`, `de`, `zh-CN`, `zh-TW` … */
export type LanguageTag = string;

/**
 * Language of a text whose script belongs to one language; `undefined` for Latin, Cyrillic and Arabic scripts and for
 * texts without letters.
 */
export function scriptLanguage(text: string): LanguageTag | undefined {
  if (!NOT_LATIN.test(text)) return undefined;
  const count = (letters: RegExp) => text.match(letters)?.join('').length ?? 0;
  const latin = count(/\p{sc=Latin}+/gu) / LETTERS_A_WORD;
  const han = count(/\p{sc=Han}+/gu);
  const kana = count(/[\p{sc=Hiragana}\p{sc=Katakana}]+/gu);
  if (kana > 0 && kana + han >= latin && kana * 8 >= han) return 'ja';
  for (const [tag, pattern] of ANY_OF_SCRIPTS.test(text) ? scripts : []) {
    const letters = count(pattern);
    if (letters > 0 && letters >= han && letters >= latin) return tag;
  }
  if (han > 0 && han + kana >= latin) return isTraditionalChinese(text) ? 'zh-TW' : 'zh-CN';
  return undefined;
}

/** Latin letters that count as one Han character, so that "用 Docker 部署" is Chinese. */
const LETTERS_A_WORD = 4;

const scripts: readonly (readonly [LanguageTag, RegExp])[] = [
  ['ko', /\p{sc=Hangul}+/gu],
  ['th', /\p{sc=Thai}+/gu],
  ['he', /\p{sc=Hebrew}+/gu],
  ['el', /\p{sc=Greek}+/gu],
  ['hi', /\p{sc=Devanagari}+/gu],
  ['bn', /\p{sc=Bengali}+/gu],
  ['ta', /\p{sc=Tamil}+/gu],
  ['te', /\p{sc=Telugu}+/gu],
  ['gu', /\p{sc=Gujarati}+/gu],
  ['pa', /\p{sc=Gurmukhi}+/gu],
  ['kn', /\p{sc=Kannada}+/gu],
  ['ml', /\p{sc=Malayalam}+/gu],
  ['ka', /\p{sc=Georgian}+/gu],
  ['hy', /\p{sc=Armenian}+/gu],
  ['km', /\p{sc=Khmer}+/gu],
  ['lo', /\p{sc=Lao}+/gu],
  ['my', /\p{sc=Myanmar}+/gu],
  ['am', /\p{sc=Ethiopic}+/gu],
];

/** Quick test for letters beyond the Latin blocks: most texts have none, so their scripts need not be counted. */
const NOT_LATIN = /[\u0370-\u1DFF\u1F00-\u1FFF\u2E80-\u{10FFFF}]/u;
const ANY_OF_SCRIPTS = new RegExp(
  `[${scripts.map(([, { source }]) => source.replace('+', '')).join('')}]`,
  'u',
);

/**
 * The group of languages of a short label such as a title, named after one of them. Non-Latin letters decide, since such labels also
 * contain names in Latin letters ("Docker 安装"); `en` for labels in Latin script.
 */
export function labelGroup(label: string): LanguageTag {
  if (!NOT_LATIN.test(label)) return LATIN_GROUP;
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(label)) return 'ja';
  for (const [tag, pattern] of ANY_OF_SCRIPTS.test(label) ? scripts : [])
    if (label.search(pattern) >= 0) return tag;
  if (/\p{sc=Han}/u.test(label)) return 'zh';
  if (/\p{sc=Cyrillic}/u.test(label)) return 'ru';
  return /\p{sc=Arabic}/u.test(label) ? 'ar' : LATIN_GROUP;
}

/** The group of a language as `labelGroup` names it. */
export function languageGroup(language: LanguageTag): LanguageTag {
  const [base = ''] = language.split('-', 1);
  if (base === 'zh' || base === 'ja' || scripts.some(([tag]) => tag === base)) return base;
  return [...SHARED_SCRIPTS].find(([, languages]) => languages.includes(base))?.[0] ?? LATIN_GROUP;
}

const LATIN_GROUP = 'en';
const SHARED_SCRIPTS: ReadonlyMap<LanguageTag, readonly string[]> = new Map([
  ['ru', ['ru', 'uk', 'bg', 'sr', 'be', 'mk']],
  ['ar', ['ar', 'fa', 'ur']],
]);
