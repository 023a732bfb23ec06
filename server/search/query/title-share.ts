import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { byRank } from './top-k.ts';

/**
 * Tells how nearly the title of an article is the question, from 0 to 1: the share of what the question asks for that the title names, by
 * BM25 gain, times the share of the title's words that the question has. `subject` are the words and characters that say what the question
 * is about, -1 for one that the site does not know; `asked` all that it has, those of synonyms included.
 */
export function createTitleShare(
  { directory, articles }: InvertedIndex,
  subject: readonly WeightedTerm[],
  asked: readonly WeightedTerm[],
): (article: number) => number {
  const gains = new Map(subject.map((one) => [one.term, bm25Gain(articles, one)]));
  const reach = subject.reduce((sum, one) => sum + bm25Gain(articles, one), 0) || 1;
  const words = new Set(asked.map(({ term }) => term));
  return (article) => {
    const terms = directory.titleTerms[article] ?? [];
    let held = 0;
    let named = 0;
    for (const term of terms) {
      held += gains.get(term) ?? 0;
      if (words.has(term)) named++;
    }
    return terms.length > 0 ? (held / reach) * (named / terms.length) : 0;
  };
}

/** The articles whose titles are nearest to being the question, among those with one of its rarest words. */
export function bestTitled(
  { directory }: InvertedIndex,
  subject: readonly WeightedTerm[],
  titleShare: (article: number) => number,
): readonly number[] {
  const lists = subject.map(({ term }) => directory.titledWith(term)).toSorted((a, b) => a.length - b.length);
  const found = new Set<number>();
  for (const list of lists) {
    if (found.size + list.length > MOST_LOOKED_AT) break;
    for (const article of list) found.add(article);
  }
  return Array.from(found, (document) => ({ document, score: titleShare(document) }))
    .toSorted(byRank)
    .slice(0, MOST_TITLED)
    .map(({ document }) => document);
}

/** Titles that are looked at: their lists are short unless most titles begin alike. */
const MOST_LOOKED_AT = 2_000;

/** Articles that become candidates by their title. */
const MOST_TITLED = 10;
