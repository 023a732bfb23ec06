import type { WeightedTerm } from '../postings/bm25.ts';
import type { Postings } from '../postings/postings.ts';

/** The gain of each question term for the similarity of a document, and the factor of their sum. */
export interface LikenessGains {
  readonly terms: readonly { readonly term: number; readonly gain: number }[];
  readonly scale: number;
}

/**
 * The cosine-like likeness of a document's characters, pairs, words and four-grams to the question's: sparse TF-IDF,
 * ln-damped counts, each document divided by its norm. It finds what stems and dictionary words miss:
 * misspellings, compounds, parts of names, small words. `weight` of a question term is its count there. Norms leave
 * idf out, so they never change after a document is added; scores compare within one question.
 */
export function likenessGains(postings: Postings, question: readonly WeightedTerm[]): LikenessGains {
  const asked = question.map(({ term, weight }) => {
    const frequency = postings.frequency(term);
    const idf = smoothInverseFrequency(postings.total, frequency);
    return { term, frequency, gain: damped(weight) * idf * idf, square: (damped(weight) * idf) ** 2 };
  });
  const byGain = asked.toSorted((a, b) => b.gain - a.gain);
  let read = 0;
  const within = byGain.filter(({ frequency }, at) => (read += frequency) <= MOST_POSTINGS || at === 0);
  const telling = Math.max(MIN_GAIN * (byGain[0]?.gain ?? 0), within.at(-1)?.gain ?? 0);
  const length = Math.sqrt(asked.reduce((sum, { square }) => sum + square, 0));
  return {
    terms: asked.filter(({ gain }) => gain >= telling),
    scale: length > 0 ? 1 / length : 0,
  };
}

/**
 * A term that adds less than this share of the highest gain is not read. On a small site every term passes; on a
 * large one this skips the endings and characters that occur everywhere and have the longest lists.
 */
const MIN_GAIN = 0.05;

/**
 * Postings that are read at most, those of the most telling terms, so that a question to a very large site stays cheap. A limit of 1.25 a passage, which is what
 * this one is for 200,000, ranks 24,000 passages of eight sets as well as none: right article first .813, mean of 1 / rank .862 (.813 and .863).
 */
const MOST_POSTINGS = 250_000;

/** The share of a term with this count in the square of its document's norm. */
export function countingNorm(count: number): number {
  return (dampedCounts[Math.min(count, 255)] ?? 0) ** 2;
}

/** At least 1, so that frequent short words still count. */
export function smoothInverseFrequency(total: number, frequency: number): number {
  return Math.log((1 + total) / (1 + frequency)) + 1;
}

const damped = (count: number): number => 1 + Math.log(count);

/** The damped value of each count that a posting can hold. */
export const dampedCounts = Float32Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : damped(count),
);
