import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as english } from 'stemmer';
import type { Language } from '../language.ts';

/** The ending of „kündigt“ and „turnt“, which the stemmer keeps. */
const THIRD_PERSON = /(?<=\p{L}{4})t$/u;

/** Stemmers of words with blanks between them; English is Porter's, the others are of the Snowball family. */
const stemmers = {
  en: english,
  da: danish,
  de: (word: string) => german(word).replace(THIRD_PERSON, ''),
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
} as const;

/** A language that words are stemmed in. */
export type StemLanguage = keyof typeof stemmers;

export const stemLanguages = Object.keys(stemmers).filter(isStemLanguage);

/** The language that the spaced words of a text are stemmed in: English for a language without a stemmer, whose Latin words are mostly names. */
export const stemLanguage = (language: Language): StemLanguage =>
  isStemLanguage(language) ? language : 'en';

function isStemLanguage(language: string): language is StemLanguage {
  return Object.hasOwn(stemmers, language);
}

/** As `stemLanguage`, of a tag such as `pt-BR`. */
export function stemLanguageOf(tag: string): StemLanguage {
  const [base = ''] = tag.toLowerCase().split('-', 1);
  return isStemLanguage(base) ? base : 'en';
}

/** Stem of a folded word, without accents where the language is not English; words in other letters are returned unchanged. */
export function stemOf(word: string, language: StemLanguage = 'en'): string {
  if (!isStemmed(word, language)) return word;
  return language === 'en' ? english(word) : withoutAccents(stemmers[language](word));
}

/** False for words that are too short or in other letters, which are their own stems. */
export const isStemmed = (word: string, language: StemLanguage): boolean =>
  word.length >= SHORTEST && (language === 'en' ? LATIN_WORD : LETTERS).test(word);

const SHORTEST = 3;
const LATIN_WORD = /^[a-z]+$/;
const LETTERS = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{M}]+$/u;

/** Latin letters without their accents, Russian ones with е for ё. */
export const withoutAccents = (text: string): string =>
  ACCENTED.test(text)
    ? text
        .replaceAll('ё', 'е')
        .replaceAll('ß', 'ss')
        .normalize('NFD')
        .replace(/(?<=\p{sc=Latin}\p{M}*)\p{M}/gu, '')
        .normalize('NFC')
    : text;

const ACCENTED = /[\u00C0-\u024F\u0451\u1E00-\u1EFF]/;
