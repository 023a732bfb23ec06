import type { Language } from '../language.ts';
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import ko from './words/ko.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import ru from './words/ru.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };
import { foldText } from '../text.ts';

/** Meanings of a word or phrase that matter for support. A side of a pair of opposites is written `pair+side`, such as `3+0`. */
export interface Meanings {
  readonly not?: boolean;
  readonly hedge?: boolean;
  readonly strong?: boolean;
  readonly atLeast?: boolean;
  readonly atMost?: boolean;
  readonly number?: number;
  readonly unit?: string;
  readonly month?: number;
  readonly sides?: readonly string[];
}

/** The meanings of the words of one language, by folded word. */
export interface Lexicon {
  readonly words: ReadonlyMap<string, Meanings>;
  /** Length of the longest phrase in words; in characters for languages without blanks. */
  readonly longest: number;
}

const files = { de, en, es, fr, ja, ko, pt, ru, zh };
type LexiconLanguage = keyof typeof files;

const isLexiconLanguage = (language: string): language is LexiconLanguage => Object.hasOwn(files, language);

function isDense(language: string): boolean {
  return language === 'zh' || language === 'ja' || language === 'ko';
}

/** The words of a language, English ones for a language without a table. */
export function lexiconFor(language: Language): Lexicon {
  const lexicon = lexicons.get(isLexiconLanguage(language) ? language : 'en');
  return lexicon ?? { words: new Map(), longest: 0 };
}

type File = (typeof files)[LexiconLanguage];
type Draft = { -readonly [K in keyof Meanings]: Meanings[K] };

/** Classes of words that are plain lists. */
const plainClasses = ['not', 'hedge', 'strong', 'atLeast', 'atMost'] as const;

function lexiconOf(file: File, dense: boolean): Lexicon {
  const words = new Map<string, Draft>();
  const at = (word: string): Draft => {
    const key = foldText(word).trim();
    const known = words.get(key) ?? {};
    words.set(key, known);
    return known;
  };
  for (const kind of plainClasses) for (const word of listed(file[kind])) at(word)[kind] = true;
  for (const [value, names] of entries(file.numbers))
    for (const name of names) at(name).number = Number(value);
  for (const [unit, names] of entries(file.units)) for (const name of names) at(name).unit = unit;
  listed(file.months).forEach((names, index) => {
    for (const name of names.split(' ')) at(name).month = index + 1;
  });
  file.opposites.forEach((pair, index) => {
    pair.split('|').forEach((side, place) => {
      for (const word of listed(side)) {
        const meanings = at(word);
        meanings.sides = [...(meanings.sides ?? []), `${index}+${place}`];
      }
    });
  });
  // An opposite that begins with a negation also counts as negation, unless it is listed as plain.
  const negations = listed(file.not).map(foldText);
  const begins = (word: string, not: string) => (dense ? word.startsWith(not) : word.startsWith(`${not} `));
  for (const [word, meanings] of words) if (negations.some((not) => begins(word, not))) meanings.not = true;
  for (const word of listed(file.plain)) delete at(word).not;
  words.delete('');
  const lengthOf = (word: string) => (dense ? word.length : word.split(' ').length);
  return { words, longest: Math.max(0, ...Array.from(words.keys(), lengthOf)) };
}

const listed = (words: string): string[] =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** `day day, days; week week, weeks` by the first word of each part. */
const entries = (text: string): [string, string[]][] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const gap = part.indexOf(' ');
      return [part.slice(0, gap), listed(part.slice(gap))];
    });

const lexicons: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries(files).map(([language, file]) => [language, lexiconOf(file, isDense(language))]),
);
