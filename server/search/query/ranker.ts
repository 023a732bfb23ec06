import fitted from './ranker.json' with { type: 'json' };

/** The learned weights of the ranking: the score of a chunk is the sum of weight × signal, that of an article the one of its best chunk. */
export const ranker = fitted;
