/** A number with its score. Rankings list the best first, and of equals the smaller number. */
export interface Scored {
  readonly document: number;
  readonly score: number;
}

/**
 * The `count` highest positive scores among `scores[0 … length)` that `accept` admits, best first. Most of the
 * array costs one comparison per score.
 */
export function topScores(
  scores: Float32Array,
  length: number,
  count: number,
  accept: (document: number) => boolean,
): Scored[] {
  const best = createTop(count);
  for (let document = 0; document < length; document++) {
    const score = scores[document] ?? 0;
    if (score > best.floor && accept(document)) best.offer(document, score);
  }
  return best.ranked();
}

/** Collects the best of the scores that are offered. */
export interface Top {
  /** Scores up to this one cannot enter the result. */
  floor: number;
  offer(document: number, score: number): void;
  /** Best first. */
  ranked(): Scored[];
}

export function createTop(count: number): Top {
  const best: Scored[] = [];
  const top: Top = {
    floor: 0,
    offer(document, score) {
      const entry = { document, score };
      let [from, to] = [0, best.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        const other = best[middle];
        if (other && byRank(other, entry) < 0) from = middle + 1;
        else to = middle;
      }
      best.splice(from, 0, entry);
      if (best.length > count) best.pop();
      if (best.length === count) top.floor = best.at(-1)?.score ?? 0;
    },
    ranked: () => [...best],
  };
  return top;
}

/** Best first: higher score, then smaller number. */
export const byRank = (a: Scored, b: Scored): number => b.score - a.score || a.document - b.document;
