import { scriptLanguage } from './script-language.ts';

/** Supported languages; `other` for any text without enough letters of these. */
export type Language = 'zh' | 'ja' | 'ko' | 'en' | 'de' | 'fr' | 'other';

/**
 * Guesses the language of a text from its scripts and, for Latin script, its function words. Fast and synchronous, for
 * indexing; questions of visitors need `detectLanguage`, which knows more languages.
 */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, SAMPLE);
  const tag = scriptLanguage(sample);
  if (tag !== undefined) return languageOfTag[tag] ?? 'other';
  return /\p{sc=Latin}/u.test(sample) ? latinLanguage(sample) : 'other';
}

/** Maximum of characters read. */
const SAMPLE = 2_000;

const languageOfTag: Readonly<Record<string, Language>> = {
  'zh-CN': 'zh',
  'zh-TW': 'zh',
  ja: 'ja',
  ko: 'ko',
};

function latinLanguage(text: string): Language {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  const share = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  const german = share(littleWords.de) + count(text, /[äöüß]/giu) / 2;
  const french = share(littleWords.fr) + count(text, /[éèêàçœùî]/giu) / 2;
  const english = share(littleWords.en);
  if (german > english && german >= french) return 'de';
  return french > english ? 'fr' : 'en';
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const littleWords = {
  en: list(
    'the and of to in is it that for was on are with as be this have from or by not but what how do does can i you',
  ),
  de: list(
    'der die das und ist nicht ein eine zu den von mit auf für im dem des wie ich kann man wird sind auch wo was',
  ),
  fr: list(
    'le la les et est un une des du de que qui dans pour pas sur avec au ce je vous comment où quel quelle sont',
  ),
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
