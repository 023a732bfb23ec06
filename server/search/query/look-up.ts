import type { KeywordPart } from '../analysis/keyword-parts.ts';
import { withRoom } from '../large-array.ts';
import { B, K1 } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** The result of looking up a keyword of one part; valid until the next one. */
export interface Found {
  /** ⅓ … ⅔ by chunk, 0 where nothing was found. */
  readonly scores: Float32Array;
  /** The found chunks, removed ones included, each once and unordered. */
  readonly chunks: Uint32Array;
}

export type LookUp = (part: KeywordPart) => Found;

/** Looks up a part by BM25: a chunk has the score of the best reading that it contains, relative to the best chunk. */
export function createLookUp(index: InvertedIndex): LookUp {
  /** By chunk, reused for every keyword: only entries of found chunks are read or cleared. */
  let scores = new Float32Array(0);
  let found = new Uint32Array(0);
  let size = 0;

  return ({ readings }) => {
    const { chunks, terms } = index;
    index.wanted?.({ passages: [readings] });
    for (const chunk of found.subarray(0, size)) scores[chunk] = 0;
    size = 0;
    if (scores.length < chunks.limit) {
      scores = new Float32Array(withRoom(chunks.limit));
      found = new Uint32Array(scores.length);
    }
    const { lengths } = chunks;
    const fixed = K1 * (1 - B);
    const perLength = (K1 * B) / chunks.averageLength;
    let best = 0;
    for (const { high, low, weight } of readings) {
      const term = terms.find(high, low);
      if (term < 0) continue;
      for (const { packed, from, to } of chunks.slices(term)) {
        for (let at = from; at < to; at++) {
          const posting = packed[at] ?? 0;
          const chunk = posting >>> 8;
          const count = posting & 255;
          const share = (weight * count) / (count + fixed + perLength * (lengths[chunk] ?? 0));
          const before = scores[chunk] ?? 0;
          if (before === 0) found[size++] = chunk;
          if (share > before) scores[chunk] = share;
          if (share > best && chunks.isAlive(chunk)) best = share;
        }
      }
    }
    const all = found.subarray(0, size);
    for (const chunk of all) scores[chunk] = best === 0 ? 0 : (1 + (scores[chunk] ?? 0) / best) / 3;
    return { scores, chunks: all };
  };
}
