import type { RankSignals } from '../../ports/search-index.ts';
import fitted from './ranker.json' with { type: 'json' };

/** The learned weights of the ranking: the score of a chunk is the sum of weight × signal, that of an article the one of its best chunk. */
export const ranker = fitted;

/** The score of a chunk by words alone. */
export const scoreByWords = ({ article, ngrams, title, length }: Omit<RankSignals, 'nearness'>): number => {
  const { weights } = ranker;
  return (
    weights.article * article + weights.ngrams * ngrams + weights.title * title + weights.length * length
  );
};

/** The score of a chunk where there are vectors; `words` and `meaning` scale the two parts. */
export function scoreWithVectors(
  { article, ngrams, length, nearness = 0 }: Omit<RankSignals, 'title'>,
  { words, meaning }: { readonly words: number; readonly meaning: number } = { words: 1, meaning: 1 },
): number {
  const { weights } = ranker.withVectors;
  return (
    words * (weights.article * article + weights.ngrams * ngrams + weights.length * length) +
    meaning * weights.nearness * nearness
  );
}
