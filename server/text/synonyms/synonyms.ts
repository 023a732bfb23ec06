import { stemOf, type StemLanguage } from '../morphology/stem.ts';
import groups from './groups.json' with { type: 'json' };
import { regionalPairs } from './regional-terms.ts';

/*
 * Groups of synonyms of general language by its tag, of folded words; a word may be in several groups. Those of Korean are without particles
 * and endings, those of languages with an alphabet but English are compared by their stems. A question is also searched with its synonyms, at a lower
 * weight than its own words; a synonym counts as evidence only in place of a word that the site does not know at all.
 */

/** The other words of the groups of each word; words are compared by `key`. */
function othersByWord(lines: readonly string[], keyOf: (word: string) => string): OthersByWord {
  const found = new Map<string, Set<string>>();
  for (const line of lines) {
    const words = line.split(', ');
    for (const word of words) {
      const key = keyOf(word);
      const others = found.get(key) ?? new Set();
      for (const other of words) if (keyOf(other) !== key) others.add(other);
      found.set(key, others);
    }
  }
  return new Map(Array.from(found, ([word, others]) => [word, [...others]]));
}

type OthersByWord = ReadonlyMap<string, readonly string[]>;

const { en, zh, ja, ko, ...others } = groups;
const further: Readonly<Partial<Record<StemLanguage, readonly string[]>>> = others;
const regional = regionalPairs.map((pair) => pair.join(', '));
const byWord = othersByWord([...en, ...zh, ...ja, ...ko, ...regional], (word) => word);

const byStem = new Map<StemLanguage, OthersByWord>();

/** Created at the first question in the language. */
function stemsOf(language: StemLanguage): OthersByWord | undefined {
  const lines = further[language];
  if (lines === undefined) return undefined;
  let known = byStem.get(language);
  if (known === undefined)
    byStem.set(language, (known = othersByWord(lines, (word) => stemOf(word, language))));
  return known;
}

const NONE: readonly string[] = [];
const SPACED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{M}]+$/u;

/** Synonyms of a folded word or of a phrase of a few words, without itself: the closest first. */
export function synonymsOf(word: string, language: StemLanguage = 'en'): readonly string[] {
  const own = language !== 'en' && SPACED.test(word) ? stemsOf(language) : undefined;
  return (own === undefined ? byWord.get(word) : own.get(stemOf(word, language))) ?? NONE;
}

/** Length in words of the longest phrase that has synonyms. */
export const longestPhrase = Math.max(...Array.from(byWord.keys(), (phrase) => phrase.split(' ').length));
