import type { WeightedTerm } from './bm25.ts';
import type { Postings } from './postings.ts';

/**
 * Adds to each document's place in `scores` the cosine-like likeness of its characters, pairs, words and
 * four-grams to the question's: sparse TF-IDF, ln-damped counts, each document divided by its norm.
 * It finds what stems and dictionary words miss: misspellings, compounds, parts of names, small words.
 * `weight` of a question term is its count there. Norms leave idf out, so they never change after a document is
 * added; scores compare within one question.
 */
export function addNgramSimilarity(
  postings: Postings,
  question: readonly WeightedTerm[],
  scores: Float32Array,
): void {
  const { norms, total } = postings;
  const asked = question.map(({ term, weight }) => {
    const idf = smoothInverseFrequency(total, postings.frequency(term));
    return { term, gain: damped(weight) * idf * idf, square: (damped(weight) * idf) ** 2 };
  });
  const telling = LEAST_GAIN * asked.reduce((most, { gain }) => Math.max(most, gain), 0);
  for (const { term, gain } of asked) {
    if (gain < telling) continue;
    for (const { packed, from, to } of postings.slices(term)) {
      for (let i = from; i < to; i++) {
        const posting = packed[i] ?? 0;
        const document = posting >>> 8;
        scores[document] = (scores[document] ?? 0) + gain * (dampedCounts[posting & 255] ?? 0);
      }
    }
  }
  const length = Math.sqrt(asked.reduce((sum, { square }) => sum + square, 0));
  const scale = length > 0 ? 1 / length : 0;
  for (let document = 0; document < postings.limit; document++) {
    const score = scores[document] ?? 0;
    if (score > 0) scores[document] = (score * scale) / (norms[document] ?? 1);
  }
}

/**
 * A term that adds less than this share of what the most telling one adds is not read. On a small site that
 * is none; on a large one it is the endings and characters that stand everywhere, whose lists are the longest.
 */
const LEAST_GAIN = 0.05;

/** What a term with this count adds to the square of its document's norm. */
export function countingNorm(count: number): number {
  return (dampedCounts[Math.min(count, 255)] ?? 0) ** 2;
}

/** Never below 1, so that the small words of a question keep a voice. */
export function smoothInverseFrequency(total: number, frequency: number): number {
  return Math.log((1 + total) / (1 + frequency)) + 1;
}

const damped = (count: number): number => 1 + Math.log(count);
const dampedCounts = Float32Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : damped(count)));
