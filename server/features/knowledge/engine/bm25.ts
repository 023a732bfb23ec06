import type { Postings } from './postings.ts';

/** A term of the question by its number, with what it weighs there. */
export interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
}

/** Saturation of repeated terms and share of the length normalisation: the customary values. */
export const K1 = 1.2;
export const B = 0.75;

/**
 * Adds to each document's place in `scores` its BM25 for the question (Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework", 2009, with idf kept positive). Removed documents get scores too.
 */
export function addBm25(postings: Postings, question: readonly WeightedTerm[], scores: Float32Array): void {
  for (const { term, weight } of question) {
    const idf = inverseFrequency(postings.total, postings.frequency(term));
    addSaturated(postings, term, weight * idf * (K1 + 1), scores);
  }
}

/** Adds to each document that holds the term `gain` times the share, below 1, that its count and length allow. */
export function addSaturated(postings: Postings, term: number, gain: number, scores: Float32Array): void {
  const { lengths } = postings;
  const fixed = K1 * (1 - B);
  const perLength = (K1 * B) / postings.averageLength;
  for (const { packed, from, to } of postings.slices(term)) {
    for (let i = from; i < to; i++) {
      const posting = packed[i] ?? 0;
      const document = posting >>> 8;
      const count = posting & 255;
      const share = count / (count + fixed + perLength * (lengths[document] ?? 0));
      scores[document] = (scores[document] ?? 0) + gain * share;
    }
  }
}

/** How telling a term is that `frequency` of `total` documents hold: ln(1 + (N − n + ½) / (n + ½)), above 0. */
export function inverseFrequency(total: number, frequency: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
