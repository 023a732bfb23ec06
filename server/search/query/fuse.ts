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
