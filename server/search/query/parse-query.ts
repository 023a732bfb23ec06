import { foldText } from '../../text/text.ts';
import { createKeptAnalyzer } from '../analysis/kept-analyzer.ts';
import { isNgramKind, isPairKind, kindOf, numberOfTagged } from '../analysis/term.ts';
import { alternativesIn, collectTerms, wordingsOf, type KeyedTerm, type Wording } from './question-terms.ts';
import type { WordKeys } from './word-keys.ts';

export type { KeyedTerm } from './question-terms.ts';

/** A question parsed for the lexical retrievers. */
export interface ParsedQuery {
  /** Terms for BM25, each once; stop words and everyday words have a low weight. */
  readonly passage: readonly KeyedTerm[];
  /** Other wordings of its words, such as synonyms. */
  readonly wordings: readonly Wording[];
  /** The terms of these. */
  readonly alternatives: readonly KeyedTerm[];
  /** The terms of `passage` that an answer must contain, without stop words; pairs across two words have half the weight. */
  readonly subject: readonly KeyedTerm[];
  /** Terms for the n-gram retriever; the weight is the count in the question. */
  readonly grams: readonly KeyedTerm[];
  /** Pairs of neighbouring words or characters; for a question of one word, the word itself. */
  readonly pairs: readonly KeyedTerm[];
}

/** Parses a question. In a question of stop words alone all of them are its subject. */
export function parseQuery(text: string, keys: WordKeys): ParsedQuery {
  const folded = foldText(text);
  const passage = collectTerms(folded, keys);
  const subject = passage
    .filter(({ telling }) => telling > 0)
    .map(({ high, low, weight, telling }) => ({ high, low, weight: weight * telling }));
  const all = allTerms(folded, keys);
  const wordings = wordingsOf(folded, keys);
  const pairs = all.filter(isPair);
  return {
    passage,
    wordings,
    alternatives: alternativesIn(wordings, passage),
    subject: subject.length > 0 ? subject : passage,
    grams: all.filter(({ high }) => isNgramKind(kindOf(high))),
    pairs: pairs.length > 0 ? pairs : passage,
  };
}

const isPair = ({ high }: KeyedTerm): boolean => isPairKind(kindOf(high));

/** The pairs of neighbouring words or characters of a folded text. */
export const pairsOf = (folded: string, keys: WordKeys): readonly KeyedTerm[] =>
  allTerms(folded, keys).filter(isPair);

const read = createKeptAnalyzer();

/** All terms of the question as `analyze` extracts them from an article; the weight is the count. */
function allTerms(folded: string, { language }: WordKeys): KeyedTerm[] {
  const { table, bag } = read(folded, language);
  return Array.from(bag.terms.subarray(0, bag.size), (term, i) => ({
    high: table.high(numberOfTagged(term)),
    low: table.low(numberOfTagged(term)),
    weight: bag.counts[i] ?? 1,
  }));
}
