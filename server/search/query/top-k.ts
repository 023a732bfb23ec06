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

/** Collects the best of the scores that are offered, in any order. */
export interface Top {
  /** Scores up to this one cannot enter the result. */
  floor: number;
  offer(document: number, score: number): void;
  /** Best first. */
  ranked(): Scored[];
}

export function createTop(count: number): Top {
  // A heap whose first entry is the worst: most offers of a long loop move a few numbers and make no object.
  const documents: number[] = [];
  const scores: number[] = [];

  /** Whether the entry at a place ranks behind another. */
  const isWorse = (at: number, document: number, score: number): boolean => {
    const difference = (scores[at] ?? 0) - score;
    return difference < 0 || (difference === 0 && (documents[at] ?? 0) > document);
  };
  const put = (at: number, document: number, score: number): void => {
    documents[at] = document;
    scores[at] = score;
  };
  const move = (from: number, to: number): void => put(to, documents[from] ?? 0, scores[from] ?? 0);
  /** Puts an entry behind the others, or above those that are worse. */
  const add = (document: number, score: number): void => {
    let at = scores.length;
    for (let above = (at - 1) >> 1; at > 0 && !isWorse(above, document, score); above = (at - 1) >> 1) {
      move(above, at);
      at = above;
    }
    put(at, document, score);
  };
  /** Puts an entry in the place of the worst, or below those that are worse. */
  const replaceWorst = (document: number, score: number): void => {
    let at = 0;
    for (let below = 1; below < scores.length; below = 2 * at + 1) {
      const other = below + 1;
      if (other < scores.length && isWorse(other, documents[below] ?? 0, scores[below] ?? 0)) below = other;
      if (!isWorse(below, document, score)) break;
      move(below, at);
      at = below;
    }
    put(at, document, score);
  };

  const top: Top = {
    floor: 0,
    offer(document, score) {
      if (scores.length < count) add(document, score);
      else if (count > 0 && isWorse(0, document, score)) replaceWorst(document, score);
      if (scores.length === count) top.floor = scores[0] ?? 0;
    },
    ranked: () => documents.map((document, at) => ({ document, score: scores[at] ?? 0 })).toSorted(byRank),
  };
  return top;
}

/** Best first: higher score, then smaller number. */
export const byRank = (a: Scored, b: Scored): number => b.score - a.score || a.document - b.document;
