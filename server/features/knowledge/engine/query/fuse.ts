/** A ranking to be fused: its items, best first, and its weight. */
export interface Ranking<T> {
  readonly items: readonly T[];
  readonly weight: number;
}

/** The constant of reciprocal rank fusion that damps low ranks; the value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const RANK_CONSTANT = 60;

/**
 * Reciprocal rank fusion: each item scores the sum of weight / (60 + rank) over the rankings that contain it. For
 * rankings whose scores are not comparable, such as those of several questions.
 */
export function fuseByRank<T>(rankings: readonly Ranking<T>[]): { item: T; score: number }[] {
  const scores = new Map<T, number>();
  for (const { items, weight } of rankings) {
    items.forEach((item, index) => {
      scores.set(item, (scores.get(item) ?? 0) + weight / (RANK_CONSTANT + index + 1));
    });
  }
  return Array.from(scores, ([item, score]) => ({ item, score })).toSorted((a, b) => b.score - a.score);
}

/** Mean and deviation of a retriever's scores over the whole index, unrelated documents included. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and standard deviation of the first `length` values, of which `counted` are real and the rest 0. */
export function spreadOf(values: Float32Array, length: number, counted = length): Spread {
  if (counted === 0) return { mean: 0, deviation: 0 };
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / counted;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / counted - mean * mean)) };
}

/** A score in standard deviations above that of an unrelated document. */
export function standardScore(score: number, { mean, deviation }: Spread): number {
  return deviation > 0 ? (score - mean) / deviation : 0;
}

/**
 * The highest standard score expected by chance among `size` documents: the expected maximum of this many draws from
 * a normal distribution, √(2 ln n).
 */
export function chanceScore(size: number): number {
  return Math.sqrt(2 * Math.log(Math.max(2, size)));
}

/**
 * Trust in the vector retriever for this question, 0.1 … 1: its best document must stand out more than chance
 * explains. The ranking of a poor or mismatched model is close to random and then hardly disturbs the lexical
 * retrievers. Below `FEW` documents the deviation is not meaningful, and the retriever is trusted.
 */
export function vectorTrust(bestStandardScore: number, size: number): number {
  if (size < FEW) return 1;
  const chance = chanceScore(size);
  return Math.min(1, Math.max(0.1, (2 * (bestStandardScore - chance)) / chance));
}

const FEW = 20;

/**
 * Weights of the lexical and the vector retriever for a semantic weight of 0 … 1. At 0.7, the customary setting, both
 * count alike in standard scores; 0 and 1 silence one of them.
 */
export function retrieverShares(semanticWeight: number): { lexical: number; vector: number } {
  const weight = Math.min(1, Math.max(0, semanticWeight));
  const vector = weight * (1 - BALANCED);
  const lexical = (1 - weight) * BALANCED;
  return { vector: vector / (vector + lexical), lexical: lexical / (vector + lexical) };
}

const BALANCED = 0.7;
