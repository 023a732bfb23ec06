import { scriptLanguage } from './script-language.ts';

/** Supported languages; `other` for any text without enough letters of these. */
export type Language = 'zh' | 'ja' | 'ko' | 'ru' | LatinLanguage | 'other';

type LatinLanguage =
  'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'sv' | 'da' | 'no' | 'fi' | 'hu' | 'ro' | 'tr';

/**
 * Guesses the language of a text from its scripts and, for Latin script, its function words. Fast and synchronous, for
 * indexing; questions of visitors need `detectLanguage`, which knows more languages.
 */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, SAMPLE);
  const tag = scriptLanguage(sample);
  if (tag !== undefined) return languageOfTag[tag] ?? 'other';
  if (CYRILLIC.test(sample) && lettersOf(sample, /\p{sc=Cyrillic}+/gu) > lettersOf(sample, /\p{sc=Latin}+/gu))
    return NOT_RUSSIAN.test(sample) ? 'other' : 'ru';
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

const lettersOf = (text: string, pattern: RegExp): number => text.match(pattern)?.join('').length ?? 0;

const CYRILLIC = /\p{sc=Cyrillic}/u;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Letters of Ukrainian, Belarusian, Serbian and Macedonian that Russian does not have. */
const NOT_RUSSIAN = /[іїєґўђјљњћџѓќ]/iu;

/** The language with most function words and special letters in the text; English when none is ahead. */
function latinLanguage(text: string): LatinLanguage {
  const counts = new Float32Array(languages.length);
  const add = (places: readonly number[], count: number) => {
    for (const place of places) counts[place] = (counts[place] ?? 0) + count;
  };
  const lower = text.toLowerCase();
  for (const word of lower.match(/\p{L}{2,}/gu) ?? []) add(placesOf.get(word) ?? [], 1);
  if (NOT_ASCII.test(lower))
    for (const letter of lower.match(/[^\p{ASCII}]/gu) ?? []) add(placesOfLetter.get(letter) ?? [], LETTER);
  return languages[counts.indexOf(Math.max(...counts))] ?? 'en';
}

/** Weight of a special letter of a language relative to one of its words. */
const LETTER = 0.5;

/** Letters that few languages have. */
const ownLetters: Readonly<Partial<Record<LatinLanguage, string>>> = {
  de: 'äöüß',
  fr: 'éèêàçœùî',
  es: 'áéíóúñ¿¡',
  pt: 'áâãçéêíóôõú',
  it: 'àèéìòù',
  sv: 'åäö',
  da: 'åæø',
  no: 'åæø',
  fi: 'äö',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  tr: 'çğıöşü',
};

const list = (text: string): readonly string[] => text.split(/\s+/);

/** Function words; single letters are left out. */
const littleWords: Readonly<Record<LatinLanguage, readonly string[]>> = {
  en: list(
    'the and of to in is it that for was on are with as be this have from or by not but what how do does can i you',
  ),
  de: list(
    'der die das und ist nicht ein eine zu den von mit auf für im dem des wie ich kann man wird sind auch wo was',
  ),
  fr: list(
    'le la les et est un une des du de que qui dans pour pas sur avec au ce je vous comment où quel quelle sont',
  ),
  es: list(
    'el la los las de del que en un una es por con para se no su al lo como más pero sus este esta qué cómo cuándo dónde cuánto puedo hay son',
  ),
  pt: list(
    'os as de do da dos das que em um uma por com para se não na no ao mais como mas foi ele são você meu minha isso onde quando posso qual',
  ),
  it: list(
    'il lo la gli le di del della dei che in un una per con non si da al sono come più ma nel alla è cosa dove posso quando quanto ogni',
  ),
  nl: list(
    'de het een van en in is dat op te voor met zijn er niet aan om ook als maar bij door naar uit kan hoe wat waar ik je we deze wordt',
  ),
  sv: list(
    'och att det som en på är av för med till den har de inte om ett kan från vi du hur var jag när finns',
  ),
  da: list(
    'og at det som en på er af for med til den har de ikke om et kan fra vi du hvordan hvor jeg når hvad',
  ),
  no: list(
    'og det som en på er av for med til den har de ikke om et kan fra vi du hvordan hvor jeg når hva etter',
  ),
  fi: list(
    'ja on ei se että oli hän mutta joka ovat kun niin myös jos tai voi sen miten missä mikä milloin ole',
  ),
  hu: list(
    'az és hogy nem egy is ez van meg de ha csak már vagy mint hogyan hol mikor mennyi lehet kell minden',
  ),
  ro: list(
    'și în de la cu pe nu este un care pentru din mai sau sunt cum unde când cât poate fi ce după prin',
  ),
  tr: list(
    've bir bu için ile de da ne var mı mi çok daha gibi olarak olan nasıl nerede kadar veya her değil',
  ),
};

/** In the order in which they win a tie. */
const languages: readonly LatinLanguage[] = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'da',
  'no',
  'fi',
  'hu',
  'ro',
  'tr',
];

function byItem(lists: Readonly<Partial<Record<LatinLanguage, readonly string[]>>>) {
  const found = new Map<string, number[]>();
  for (const [place, language] of languages.entries())
    for (const item of lists[language] ?? []) found.set(item, [...(found.get(item) ?? []), place]);
  return found;
}

/** Indexes in `languages` of the languages of each word and each letter. */
const placesOf = byItem(littleWords);
const placesOfLetter = byItem(
  Object.fromEntries(
    Object.entries(ownLetters).map(([language, letters]) => [language, Array.from(letters)]),
  ),
);

/** The display name of a language: "German" for `de`; the tag itself when there is no name. */
export const languageName = (tag: string, inLanguage = 'en'): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
