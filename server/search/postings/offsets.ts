import { foldText } from '../../text/text.ts';

/** Folded text with the position of each of its UTF-16 units in the original: `starts[i]` to `ends[i]`. */
export interface FoldedText {
  readonly folded: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Folds a text as `foldText` does and keeps the original positions. A character is folded together with its combining
 * marks, because folding may compose them.
 */
export function foldWithOffsets(text: string): FoldedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const folded = SIMPLE.test(cluster) ? cluster : foldText(cluster);
    pieces.push(folded);
    for (let i = 0; i < folded.length; i++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { folded: pieces.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** A character with its combining marks; Hangul written in parts and half-width voicing marks included. */
const CLUSTER = /[\u1100-\u11ff]+|.[\p{M}\uff9e\uff9f]*/gsu;
const SIMPLE = /^[a-z0-9\s]$/;
