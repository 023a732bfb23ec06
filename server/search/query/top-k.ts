/** A number with its score. Rankings list the best first, and of equals the smaller number. */
export interface Scored {
  readonly document: number;
  readonly score: number;
}

/**
 * The `count` highest positive scores among `scores[0 … length)` that `accept` admits, best first. Uses a heap of
 * `count` entries: most of the array costs one comparison per score.
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

/** Collects the best scores, offered in the order of documents. */
export interface Top {
  /** Scores up to this one cannot enter the result. */
  floor: number;
  offer(document: number, score: number): void;
  /** Best first. */
  ranked(): Scored[];
}

export function createTop(count: number): Top {
  const heap: Scored[] = [];
  const top: Top = {
    floor: 0,
    offer(document, score) {
      if (heap.length < count) pushUp(heap, { document, score });
      else replaceTop(heap, { document, score });
      if (heap.length === count) top.floor = heap[0]?.score ?? 0;
    },
    ranked: () => heap.toSorted(byRank),
  };
  return top;
}

/** Best first: higher score, then smaller number. */
export const byRank = (a: Scored, b: Scored): number => b.score - a.score || a.document - b.document;

/** The worst entry is on top. */
const isWorse = (a: Scored, b: Scored): boolean => byRank(a, b) > 0;

function pushUp(heap: Scored[], entry: Scored): void {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isWorse(entry, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function replaceTop(heap: Scored[], entry: Scored): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    if (left === undefined) break;
    const right = heap[child + 1];
    const worst = right !== undefined && isWorse(right, left) ? right : left;
    if (worst === right) child++;
    if (!isWorse(worst, entry)) break;
    heap[at] = worst;
    at = child;
  }
  heap[at] = entry;
}
