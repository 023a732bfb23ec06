import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { createTop } from './top-k.ts';

/**
 * Creates a function that scores how closely the title of an article matches the question, from 0 to 1: the share of the subject terms that
 * the title contains (weighted by BM25 gain) times the share of the title's words that the question contains. `subject` are the question's
 * subject terms, -1 for unknown ones; `asked` are all of its terms, including those of synonyms.
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

/** The articles whose titles match the question best, among those with one of its rarest words in the title. */
export function bestTitled(
  { directory }: InvertedIndex,
  subject: readonly WeightedTerm[],
  {
    titleShare,
    admits,
  }: {
    readonly titleShare: (article: number) => number;
    readonly admits: (article: number) => boolean;
  },
): readonly number[] {
  const lists = subject.map(({ term }) => directory.titledWith(term)).toSorted((a, b) => a.length - b.length);
  const found = new Set<number>();
  for (const list of lists) {
    if (found.size + list.length > MAX_SCORED_TITLES) break;
    for (const article of list) if (admits(article)) found.add(article);
  }
  const top = createTop(MAX_TITLED);
  for (const article of found) {
    const share = titleShare(article);
    // As good a title is offered as well: the articles come in no order.
    if (share > 0 && share >= top.floor) top.offer(article, share);
  }
  return top.ranked().map(({ document }) => document);
}

/** Maximum of titles scored; lists of titles per word are short unless most titles share a word. */
const MAX_SCORED_TITLES = 2_000;

/** Maximum of articles that become candidates by their title. */
const MAX_TITLED = 10;
