import { guessLanguage, type Language } from '../../../../text/language.ts';
import { scriptRuns } from '../../../../text/scripts.ts';
import { namesIn, unknownNames } from '../../../../text/question/names.ts';
import { asksWhether } from '../../../../text/question/predicates.ts';
import { foldText } from '../../../../text/text.ts';
import { createAnalyzer } from '../analysis/analyze.ts';
import { createTermFrequencies } from '../analysis/term-frequencies.ts';
import { isNgramKind, isPairKind, kindOf, numberOfTagged } from '../analysis/term.ts';
import { createTermTable } from '../postings/term-table.ts';
import { alternativesTo, collectTerms, type FoundTerm, type KeyedTerm } from './question-terms.ts';
import { englishKeys, type WordKeys } from './word-keys.ts';

export type { KeyedTerm } from './question-terms.ts';

/** A question parsed for the lexical retrievers. */
export interface Question {
  /** Terms for BM25, each once; stop words and everyday words have a low weight. */
  readonly passage: readonly KeyedTerm[];
  /** Terms of synonyms; they find passages but are no evidence. */
  readonly alternatives: readonly KeyedTerm[];
  /** The terms of `passage` that an answer must contain, without stop words; pairs across two words have half the weight. */
  readonly subject: readonly KeyedTerm[];
  /** The terms of each subject word, which is neither a stop word nor an everyday one. */
  readonly words: readonly (readonly KeyedTerm[])[];
  /** Terms for the n-gram retriever; the weight is the count in the question. */
  readonly grams: readonly KeyedTerm[];
  /** Pairs of neighbouring words or characters; for a question of one word, the word itself. */
  readonly pairs: readonly KeyedTerm[];
  /** Its numbers, each a word that begins with a digit. */
  readonly numbers: readonly KeyedTerm[];
  /** The pairs of characters of each name that the dictionary does not know. */
  readonly names: readonly (readonly KeyedTerm[])[];
  /** True for a yes-no question. */
  readonly asksWhether: boolean;
  /** Language of the question; `undefined` when a few words do not show it. */
  readonly language: Language | undefined;
}

/** Parses a question; `names` are its stop words that are used as names. In a question of stop words alone all of them are its subject. */
export function parseQuery(
  text: string,
  names: ReadonlySet<string> = namesIn(text),
  keys: WordKeys = englishKeys,
): Question {
  const folded = foldText(text);
  const passage = collectTerms(folded, keys, names);
  const subject = passage
    .filter(({ telling }) => telling > 0)
    .map(({ high, low, weight, telling }) => ({ high, low, weight: weight * telling }));
  const all = allTerms(folded, keys);
  const pairs = all.filter(isPair);
  return {
    passage,
    alternatives: alternativesTo(folded, passage, keys),
    subject: subject.length > 0 ? subject : passage,
    words: wordsOf(passage),
    grams: all.filter(({ high }) => isNgramKind(kindOf(high))),
    pairs: pairs.length > 0 ? pairs : passage,
    numbers: numbersOf(folded, keys),
    names: unknownNames(folded).map((name) => pairsOf(name, keys)),
    asksWhether: asksWhether(folded, keys.language),
    language: languageOf(folded),
  };
}

const isPair = ({ high }: KeyedTerm): boolean => isPairKind(kindOf(high));

/** The pairs of neighbouring words or characters of a folded text. */
export const pairsOf = (folded: string, keys: WordKeys): readonly KeyedTerm[] =>
  allTerms(folded, keys).filter(isPair);

function wordsOf(terms: readonly FoundTerm[]): KeyedTerm[][] {
  const byWord = new Map<number, KeyedTerm[]>();
  for (const { word, ...term } of terms)
    if (word !== undefined) byWord.set(word, [...(byWord.get(word) ?? []), term]);
  return [...byWord.values()];
}

function numbersOf(folded: string, keys: WordKeys): KeyedTerm[] {
  return scriptRuns(folded)
    .filter(({ script, text }) => script === 'spaced' && /^\d/.test(text))
    .map(({ text }) => {
      const [high = 0, low = 0] = keys.of(text);
      return { high, low, weight: 1 };
    });
}

/** A name such as "Docker Compose" does not make a question English; a sentence does, and a few Chinese characters make it Chinese. */
function languageOf(folded: string): Language | undefined {
  const runs = scriptRuns(folded);
  const dense = runs
    .filter(({ script }) => script === 'dense')
    .reduce((sum, { text }) => sum + text.length, 0);
  const spaced = runs.filter(({ script }) => script === 'spaced').length;
  if (dense < LEAST_CHARACTERS && spaced < LEAST_WORDS) return undefined;
  const language = guessLanguage(folded);
  return language === 'other' ? undefined : language;
}

const LEAST_CHARACTERS = 2;
const LEAST_WORDS = 4;

/** All terms of the question as `analyze` extracts them from an article; the weight is the count. */
function allTerms(folded: string, { language }: WordKeys): KeyedTerm[] {
  const bag = createTermFrequencies();
  const table = createTermTable();
  createAnalyzer(table).analyze(folded, 1, bag, language);
  return Array.from(bag.terms.subarray(0, bag.size), (term, i) => ({
    high: table.high(numberOfTagged(term)),
    low: table.low(numberOfTagged(term)),
    weight: bag.counts[i] ?? 1,
  }));
}
