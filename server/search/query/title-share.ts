import { bm25Gain, type WeightedTerm } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { createTop } from './top-k.ts';

/** How closely the titles of articles match a question. */
export interface Titles {
  /**
   * From 0 to 1: the share of the subject's words that the title contains (weighted by BM25 gain) times the share of the title's words that the
   * question contains.
   */
  share(article: number): number;
  /** The articles whose titles match best, among those with one of the question's rarest words in the title. */
  best(admits: (article: number) => boolean): readonly number[];
}

/** `subject` are the question's words, -1 for unknown ones; `asked` are all of its terms, including those of synonyms. */
export function createTitles(
  { directory, articles }: InvertedIndex,
  subject: readonly WeightedTerm[],
  asked: readonly WeightedTerm[],
): Titles {
  const gains = new Map(subject.map((one) => [one.term, bm25Gain(articles, one)]));
  const reach = subject.reduce((sum, one) => sum + bm25Gain(articles, one), 0) || 1;
  const words = new Set(asked.map(({ term }) => term));
  const share = (article: number): number => {
    const terms = directory.titleTerms[article] ?? [];
    let held = 0;
    let named = 0;
    for (const term of terms) {
      held += gains.get(term) ?? 0;
      if (words.has(term)) named++;
    }
    return terms.length > 0 ? (held / reach) * (named / terms.length) : 0;
  };
  return {
    share,
    best(admits) {
      const lists = Array.from(gains, ([term, gain]) => ({ gain, titled: directory.titledWith(term) }));
      const held = new Map<number, number>();
      /** The gain of the words whose titles are not looked at. */
      let open = reach;
      for (const { gain, titled } of lists.toSorted((a, b) => a.titled.length - b.titled.length)) {
        if (held.size + titled.length > MAX_SCORED_TITLES) break;
        open -= gain;
        for (const article of titled) if (admits(article)) held.set(article, (held.get(article) ?? 0) + gain);
      }
      const top = createTop(MAX_TITLED);
      for (const [article, gain] of held) {
        if (gain + open < top.floor * reach) continue;
        const own = share(article);
        // As good a title is offered as well: the articles come in no order.
        if (own > 0 && own >= top.floor) top.offer(article, own);
      }
      return top.ranked().map(({ document }) => document);
    },
  };
}

/** Maximum of titles scored; lists of titles per word are short unless most titles share a word. */
const MAX_SCORED_TITLES = 2_000;

/** Maximum of articles that become candidates by their title. */
const MAX_TITLED = 10;
