import { createWordSplitter } from './cut.ts';

/** Embeds texts without a model: the mean of their word vectors, which are aligned across nine languages. */
export interface WordTable {
  readonly dimensions: number;
  /** The pieces that a text is split into, with `#` in front of word-internal ones. */
  wordsOf(text: string): readonly string[];
  /** The vector of a text, or of its first `most` words, of length 1; zeros when the table knows none of them. */
  embed(text: string, most?: number): Float32Array;
  /** Gives the cosine of a vector with that of many texts below few headings, as `embed` has it of both with a line break between them. */
  cosineBelow(vector: Float32Array): (heading: string, text: string) => number;
}

/**
 * Reads a table (`tools/word-table/pack.py` defines the format). Rows stay in the file's bytes, four bits per number; only the ninety
 * thousand words are extracted, with `pause` awaited from time to time.
 */
export async function readWordTable(
  bytes: Buffer,
  pause: () => Promise<void> = async () => {},
): Promise<WordTable> {
  if (bytes.toString('latin1', 0, 4) !== FORM) throw new Error('not a table of words');
  const [rows = 0, dimensions = 0, size = 0] = [4, 8, 12].map((at) => bytes.readUInt32LE(at));
  const costsAt = HEAD + 4 * rows;
  const rowsAt = costsAt + rows;
  const stride = dimensions / 2;
  const wordsAt = rowsAt + rows * stride;
  const scaleOf = (row: number) => bytes.readFloatLE(HEAD + 4 * row);
  const words = bytes.toString('utf8', wordsAt, wordsAt + size).split('\n');
  const rowOf = new Map<string, number>();
  for (const [row, word] of words.entries()) {
    rowOf.set(word, row);
    if (row % ROWS_A_PART === 0) await pause();
  }
  const cut = createWordSplitter({ rowOf, costs: bytes.subarray(costsAt, rowsAt) });
  const add = (sum: Float32Array, row: number): void => {
    const scale = scaleOf(row);
    let place = rowsAt + row * stride;
    for (let at = 0; at < dimensions; at += 2) {
      const pair = bytes[place++] ?? 0;
      sum[at] = (sum[at] ?? 0) + scale * ((pair & 15) - MIDDLE);
      sum[at + 1] = (sum[at + 1] ?? 0) + scale * ((pair >> 4) - MIDDLE);
    }
  };
  await pause();
  return {
    dimensions,
    wordsOf: (text) => cut(text).map((row) => words[row] ?? ''),
    embed(text, most) {
      const sum = new Float32Array(dimensions);
      for (const row of cut(text, most)) add(sum, row);
      return ofLengthOne(sum);
    },
    cosineBelow(vector) {
      const sums = new Map<string, { readonly sum: Float32Array; readonly alone: number }>();
      const sum = new Float32Array(dimensions);
      const summed = (heading: string) => {
        const own = new Float32Array(dimensions);
        for (const row of cut(heading)) add(own, row);
        return { sum: own, alone: cosine(vector, ofLengthOne(own.slice())) };
      };
      return (heading, text) => {
        const known = sums.get(heading) ?? summed(heading);
        sums.set(heading, known);
        const rows = cut(text);
        // Nothing that the table knows, as in a row of signs.
        if (rows.length === 0) return known.alone;
        sum.set(known.sum);
        for (const row of rows) add(sum, row);
        return cosine(vector, ofLengthOne(sum));
      };
    },
  };
}

/** The dot product, which is the cosine of two vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array | Int8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Brings a vector to length 1, in its place. */
function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector));
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

const FORM = 'DWT1';
const HEAD = 16;
const ROWS_A_PART = 2_000;
/** Offset of the four-bit numbers of a row: the number that stands for zero. */
const MIDDLE = 8;
