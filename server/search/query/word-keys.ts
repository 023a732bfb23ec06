import { guessLanguage, type Language } from '../../text/language.ts';
import { stemLanguage, type StemLanguage } from '../../text/morphology/stem.ts';
import { stemAndWordKeys } from '../analysis/spaced-keys.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { hasTerm } from './has-term.ts';

/** Turns the words of a question into terms. */
export interface WordKeys {
  /** The language that its words are stemmed in. */
  readonly language: StemLanguage;
  /** The keys of a word, see `stemAndWordKeys`. */
  of(run: string): Uint32Array;
}

/**
 * Creates word keys for a question. Articles are stemmed in their own language. A question is stemmed in its language
 * if the site has articles in it, otherwise in that of most articles; a word unknown in that form is tried in the
 * other languages of the site.
 */
export const wordKeys = (index: InvertedIndex, text: string): WordKeys =>
  keysOf(index, () => guessLanguage(text));

/** `wordKeys` for a question in a known language. */
export const wordKeysIn = (index: InvertedIndex, language: Language): WordKeys =>
  keysOf(index, () => language);

function keysOf(index: InvertedIndex, languageOf: () => Language): WordKeys {
  const languages = stemLanguages(index, languageOf);
  const [language = 'en'] = languages;
  const seen = keptKeys(index, language);
  return {
    language,
    of(run) {
      const keys = seen.get(run) ?? keysIn(index, run, languages);
      seen.set(run, keys);
      return keys;
    },
  };
}

/**
 * The keys of words that were asked for since the index last changed, by the first of the languages: spelling, ranking and evidence need the
 * same words, and so do the next questions.
 */
function keptKeys(index: InvertedIndex, language: StemLanguage): Map<string, Uint32Array> {
  const { changes } = index.chunks;
  let kept = keptOf.get(index);
  if (kept?.changes !== changes) keptOf.set(index, (kept = { changes, byLanguage: new Map() }));
  let keys = kept.byLanguage.get(language);
  if (keys === undefined || keys.size > MOST_KEPT_KEYS) kept.byLanguage.set(language, (keys = new Map()));
  return keys;
}

interface Kept {
  readonly changes: number;
  readonly byLanguage: Map<StemLanguage, Map<string, Uint32Array>>;
}

const keptOf = new WeakMap<InvertedIndex, Kept>();
/** Some hundred kilobytes for each language of a site. */
const MOST_KEPT_KEYS = 5_000;

/** The keys of a word in the first language in which the index knows it, otherwise in the first of all. */
function keysIn(index: InvertedIndex, run: string, languages: readonly StemLanguage[]): Uint32Array {
  const [first = 'en', ...others] = languages;
  const keys = stemAndWordKeys(run, first);
  if (others.length === 0 || isKnown(index, keys)) return keys;
  for (const language of others) {
    const other = stemAndWordKeys(run, language);
    if (isKnown(index, other)) return other;
  }
  return keys;
}

/** The stemming languages of the site's articles, that of the question first, then the most frequent. */
function stemLanguages({ directory }: InvertedIndex, languageOf: () => Language): readonly StemLanguage[] {
  const own = [...new Set(directory.languagesByFrequency().map(stemLanguage))];
  if (own.length < 2) return own;
  const asked = stemLanguage(languageOf());
  return [...new Set(own.includes(asked) ? [asked, ...own] : own)];
}

const isKnown = (index: InvertedIndex, [high = 0, low = 0]: Uint32Array): boolean =>
  hasTerm(index, { high, low });
