import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Snowball from '@orama/stemmers/german';
import { stemmer as english } from 'stemmer';
import { shipped } from '../../kit/shipped.ts';
import type { Language } from '../language.ts';
import { ownCopy } from '../own-copy.ts';
import { irregularForms } from './irregular-forms.ts';

/** The package's names of the languages that have a stemmer of the Snowball family. */
const packageNames = {
  da: 'danish',
  de: 'german',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
} as const;

/** The package's names of the stemmers that are used. */
export const snowballNames = Object.values(packageNames);

type SnowballLanguage = keyof typeof packageNames;

/** A language that words are stemmed in; English ones by Porter's stemmer. */
export type StemLanguage = 'en' | SnowballLanguage;

/** The language that the spaced words of a text are stemmed in: English for a language without a stemmer, whose Latin words are mostly names. */
export const stemLanguage = (language: Language): StemLanguage =>
  isStemLanguage(language) ? language : 'en';

const isStemLanguage = (language: string): language is StemLanguage =>
  language === 'en' || isSnowball(language);

function isSnowball(language: string): language is SnowballLanguage {
  return Object.hasOwn(packageNames, language);
}

/** As `stemLanguage`, of a tag such as `pt-BR`. */
export function stemLanguageOf(tag: string): StemLanguage {
  const [base = ''] = tag.toLowerCase().split('-', 1);
  return isStemLanguage(base) ? base : 'en';
}

/** Stem of a folded word, without accents where the language is not English; words in other letters and endless ones are returned unchanged. */
export function stemOf(word: string, language: StemLanguage): string {
  if (!isStemmed(word, language)) return word;
  if (word.length > LONGEST_KEPT) return madeStem(word, language);
  const key = language === 'en' ? word : `${language} ${word}`;
  let stem = stems.get(key);
  if (stem === undefined) {
    const own = ownCopy(word);
    stem = madeStem(own, language);
    if (stems.size >= MAX_STEMS) stems.clear();
    stems.set(language === 'en' ? own : key, stem);
  }
  return stem;
}

const madeStem = (word: string, language: StemLanguage): string =>
  language === 'en' ? english(irregularForms.get(word) ?? word) : withoutAccents(stemmerOf(language)(word));

/** Bound of the stems that are kept, some ten megabytes; all are forgotten when there are more, and longer words are no words of a language. */
const MAX_STEMS = 50_000;
const LONGEST_KEPT = 50;
const stems = new Map<string, string>();

type Stemmer = (word: string) => string;

const loaded = new Map<SnowballLanguage, Stemmer>();

/** Loaded at the first text of the language: most sites have one language, and loading all stemmers would slow down every start. */
function stemmerOf(language: SnowballLanguage): Stemmer {
  const known = loaded.get(language);
  if (known) return known;
  const { stemmer } = require(stemmerFile(packageNames[language])) as typeof Snowball;
  const stemmerOfLanguage: Stemmer =
    language === 'de'
      ? (word) => (OWN_S.test(word) ? word : stemmer(word).replace(THIRD_PERSON, ''))
      : stemmer;
  loaded.set(language, stemmerOfLanguage);
  return stemmerOfLanguage;
}

const require = createRequire(import.meta.url);

/** In the build; in a checkout without a build, in the package. */
const stemmerFile = (name: string): string =>
  isBuilt() ? join(builtFolder, `${name}.cjs`) : `@orama/stemmers/${name}`;

const builtFolder = shipped('dist/stemmers');
const isBuilt = (): boolean => existsSync(builtFolder);

/** Nouns whose final “s” the stemmer removes in the singular but not in the plural: „Kurs“ and „Kurse“. */
const OWN_S =
  /(?:kurs|vers|keks|gans|hals|fels|puls|zins|krebs|schnaps|mops|lachs|fuchs|luchs|dachs|wachs|klops)$/;

/** The ending of „kündigt“ and „turnt“, which the stemmer does not remove. */
const THIRD_PERSON = /(?<=\p{L}{4})t$/u;

/** False for words that are too short or too long or in other letters, which are their own stems. */
const isStemmed = (word: string, language: StemLanguage): boolean =>
  word.length >= SHORTEST && word.length <= LONGEST && (language === 'en' ? LATIN_WORD : LETTERS).test(word);

/** Raise it when this file changes the stem of a word; a test of stems in all languages fails otherwise. */
export const STEMS_REVISION = 3;

/** Changes whenever stems may change. Comparing the stems themselves would load all stemmers. */
export function stemmersFingerprint(): string {
  const manifest = isBuilt()
    ? join(builtFolder, 'package.json')
    : join(dirname(require.resolve('@orama/stemmers/german')), '../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return createHash('sha256')
    .update(JSON.stringify([STEMS_REVISION, version, [...irregularForms]]))
    .digest('hex');
}

const SHORTEST = 3;
/** The stemmers take more time than in proportion to a word: of a hundred thousand letters without a blank minutes. */
const LONGEST = 200;
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
