import type { KeywordPart } from '../analysis/keyword-parts.ts';
import { withRoom } from '../large-array.ts';
import { B, inverseFrequency, K1 } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** The result of looking up the parts of a keyword; valid until the next keyword. */
export interface Found {
  /** 0 … ⅔ by chunk. */
  readonly scores: Float32Array;
  /** The found chunks, removed ones included, each once and unordered. */
  readonly chunks: Uint32Array;
}

export type LookUp = (parts: readonly KeywordPart[]) => Found;

/** Arrays by chunk, reused for every keyword: only entries of found chunks are read or cleared. */
interface Buffers {
  /** Sum of the parts' scores; finally the score. */
  readonly totals: Float32Array;
  /** Sum of the weights of the parts that the chunk contains. */
  readonly cover: Float32Array;
  readonly found: Uint32Array;
  /** The current part: the best of its alternatives, and the chunks that contain one. */
  readonly best: Float32Array;
  readonly held: Uint32Array;
}

export function createLookUp(index: InvertedIndex): LookUp {
  let buffers = createBuffers(0);
  let size = 0;

  return (parts) => {
    index.wanted?.({ passages: parts.map(({ readings }) => readings) });
    const { limit } = index.chunks;
    for (const chunk of buffers.found.subarray(0, size)) buffers.totals[chunk] = buffers.cover[chunk] = 0;
    if (buffers.totals.length < limit) buffers = createBuffers(withRoom(limit));
    size = 0;
    let most = 0;
    for (const part of parts) {
      const held = readPart(index, part, buffers);
      const weight = inverseFrequency(
        index.chunks.total,
        index.chunks.frequencyOfAny?.(part.readings) ?? held,
      );
      size = addPart(buffers, held, weight, size);
      most += weight;
    }
    const chunks = buffers.found.subarray(0, size);
    combineScores(index, buffers, chunks, most);
    return { scores: buffers.totals, chunks };
  };
}

const createBuffers = (chunks: number): Buffers => ({
  totals: new Float32Array(chunks),
  cover: new Float32Array(chunks),
  found: new Uint32Array(chunks),
  best: new Float32Array(chunks),
  held: new Uint32Array(chunks),
});

/** Reads a part's postings; returns the number of chunks that contain it. */
function readPart(
  { chunks, terms }: InvertedIndex,
  { readings }: KeywordPart,
  { best, held }: Buffers,
): number {
  const { lengths } = chunks;
  const fixed = K1 * (1 - B);
  const perLength = (K1 * B) / chunks.averageLength;
  let size = 0;
  for (const { high, low, weight } of readings) {
    const term = terms.find(high, low);
    if (term < 0) continue;
    for (const { packed, from, to } of chunks.slices(term)) {
      for (let i = from; i < to; i++) {
        const posting = packed[i] ?? 0;
        const chunk = posting >>> 8;
        const count = posting & 255;
        const share = (weight * count) / (count + fixed + perLength * (lengths[chunk] ?? 0));
        const before = best[chunk] ?? 0;
        if (before === 0) held[size++] = chunk;
        if (share > before) best[chunk] = share;
      }
    }
  }
  return size;
}

/** Adds the part to the scores and clears its entries; returns the number of chunks found so far. */
function addPart(
  { totals, cover, found, best, held }: Buffers,
  size: number,
  weight: number,
  known: number,
): number {
  let all = known;
  for (let i = 0; i < size; i++) {
    const chunk = held[i] ?? 0;
    const before = cover[chunk] ?? 0;
    if (before === 0) found[all++] = chunk;
    cover[chunk] = before + weight;
    totals[chunk] = (totals[chunk] ?? 0) + weight * (best[chunk] ?? 0);
    best[chunk] = 0;
  }
  return all;
}

/** Combines both sums into a score of 0 … ⅔; `most` is the weight of all parts. */
function combineScores(
  { chunks }: InvertedIndex,
  { totals, cover }: Buffers,
  found: Uint32Array,
  most: number,
): void {
  let best = 0;
  let widest = 0;
  for (let i = 0; i < found.length; i++) {
    const chunk = found[i] ?? 0;
    const total = totals[chunk] ?? 0;
    const covered = cover[chunk] ?? 0;
    if ((total <= best && covered <= widest) || !chunks.isAlive(chunk)) continue;
    if (total > best) best = total;
    if (covered > widest) widest = covered;
  }
  const least = LEAST_OF_BEST * widest;
  for (let i = 0; i < found.length; i++) {
    const chunk = found[i] ?? 0;
    const covered = cover[chunk] ?? 0;
    // Chunks that contain clearly less of the keyword than the best are left out.
    totals[chunk] = covered < least || best === 0 ? 0 : (covered / most + (totals[chunk] ?? 0) / best) / 3;
  }
}

/** What has less than this share of the best shares only short words with the keyword. */
export const LEAST_OF_BEST = 0.5;
