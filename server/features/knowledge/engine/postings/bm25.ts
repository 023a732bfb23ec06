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
 * The most that a term of the question adds to the BM25 of a document that holds it (Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework", 2009, with idf kept positive).
 */
export const bm25Gain = (postings: Postings, { term, weight }: WeightedTerm): number =>
  weight * inverseFrequency(postings.total, postings.frequency(term)) * (K1 + 1);

/** The inverse document frequency of a term that `frequency` of `total` documents hold: ln(1 + (N − n + ½) / (n + ½)), above 0. */
export function inverseFrequency(total: number, frequency: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
