import type { RankSignals } from '../../ports/search-index.ts';
import fitted from './ranker.json' with { type: 'json' };

/** The learned weights of the ranking: the score of a chunk is the sum of weight × signal, that of an article the one of its best chunk. */
export const ranker = fitted;

/** The signals of the words. */
export type WordSignals = Omit<RankSignals, 'nearness'>;

/** The score of a chunk by words alone. */
export const scoreByWords = (signals: WordSignals): number => sumOf(ranker.weights, signals);

/** The score by words and `meaning`, the likeness to the question by the table of words. */
export const scoreWithTable = (signals: WordSignals, meaning: number): number =>
  sumOf(ranker.withTable.weights, signals) + ranker.withTable.weights.meaning * meaning;

const sumOf = (weights: WordSignals, { article, ngrams, title, length }: WordSignals): number =>
  weights.article * article + weights.ngrams * ngrams + weights.title * title + weights.length * length;

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
