import type { Postings } from './postings.ts';

/** A question term by its number, -1 when no document contains it, with its weight in the question. */
export interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
}

/** Saturation of repeated terms and share of the length normalisation: the customary values. */
export const K1 = 1.2;
export const B = 0.75;

/**
 * Upper bound of what a question term adds to the BM25 score of a document that contains it (Robertson and Zaragoza,
 * "The Probabilistic Relevance Framework", 2009, with idf kept positive).
 */
export const bm25Gain = (postings: Postings, { term, weight }: WeightedTerm): number =>
  weight * inverseFrequency(postings.total, term < 0 ? 0 : postings.frequency(term)) * (K1 + 1);

/** Inverse document frequency of a term in `frequency` of `total` documents: ln(1 + (N − n + ½) / (n + ½)), always positive. */
export function inverseFrequency(total: number, frequency: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
