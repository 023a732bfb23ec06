import type { TermKey } from '../../ports/candidates.ts';

/**
 * The terms of an article in one block of bytes that is read without decoding all of it: a JSON head, and its terms by hash in buckets. The
 * first bits of a hash are the number of its bucket; a term is the other bits and its postings. It is small, since each question reads
 * some dozens of them from the search engine.
 */
export interface PackedArticle {
  readonly head: PackedHead;
  /** Calls `take` for each posting of the term: with the number of the passage, or -1 for the article as a whole. */
  postings(key: TermKey, take: (passage: number, count: number) => void): void;
  /** Memory in bytes. */
  readonly size: number;
}

export interface PackedHead {
  readonly title: string;
  /** Keys of terms, two numbers (lanes) each. */
  readonly titleTerms: readonly number[];
  readonly language: string;
  readonly length: number;
  readonly passages: readonly PackedPassage[];
}

interface PackedPassage {
  readonly id: string;
  readonly length: number;
  readonly norm: number;
}

/** The occurrences of a term while an article is packed. */
export interface PackedPosting {
  readonly key: TermKey;
  /** -1 for the article as a whole. */
  readonly passage: number;
  readonly count: number;
}

/** Packs an article; each term occurs once per passage. */
export function packArticle(head: PackedHead, postings: readonly PackedPosting[]): Uint8Array {
  const byHash = Map.groupBy(postings, ({ key }) => hashOf(key.high, key.low));
  const hashes = Uint32Array.from(byHash.keys()).toSorted();
  const bits = bucketBits(hashes.length);
  const ends = new Uint32Array(2 ** bits);
  const own: number[] = [];
  for (const hash of hashes) {
    own.push(hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255);
    pushPostings(own, byHash.get(hash) ?? []);
    ends[hash >>> (32 - bits)] = own.length;
  }
  for (let at = 1; at < ends.length; at++) ends[at] = Math.max(ends[at] ?? 0, ends[at - 1] ?? 0);
  const text = Buffer.from(JSON.stringify(head));
  const start = aligned(HEADER + text.length);
  const bytes = new Uint8Array(start + 4 * ends.length + own.length);
  new Uint32Array(bytes.buffer, 0, 3).set([VERSION, text.length, bits]);
  bytes.set(text, HEADER);
  new Uint32Array(bytes.buffer, start, ends.length).set(ends);
  bytes.set(own, start + 4 * ends.length);
  return bytes;
}

/** Reads a packed article. Throws RangeError for bytes of another version, and for truncated ones. */
export function unpackArticle(given: Uint8Array): PackedArticle {
  // Copied so that the numbers are aligned to their size.
  const bytes = Uint8Array.from(given);
  if (bytes.length < HEADER) throw new RangeError('the stored terms of an article are cut');
  const [version = 0, textLength = 0, bits = 0] = new Uint32Array(bytes.buffer, 0, 3);
  const start = aligned(HEADER + textLength);
  const from = start + 4 * 2 ** bits;
  if (version !== VERSION || from > bytes.length)
    throw new RangeError('the stored terms of an article are of another version, or cut');
  const head = JSON.parse(Buffer.from(bytes.buffer, HEADER, textLength).toString()) as PackedHead;
  const ends = new Uint32Array(bytes.buffer, start, 2 ** bits);
  const own = bytes.subarray(from);
  return {
    head,
    size: bytes.length,
    postings({ high, low }, take) {
      const hash = hashOf(high, low);
      const wanted = hash & LOW_BITS;
      const bucket = hash >>> (32 - bits);
      const end = ends[bucket] ?? 0;
      let at = bucket === 0 ? 0 : (ends[bucket - 1] ?? 0);
      while (at < end) {
        const isWanted = ((own[at] ?? 0) | ((own[at + 1] ?? 0) << 8) | ((own[at + 2] ?? 0) << 16)) === wanted;
        at += 3;
        let passage = -1;
        for (let isLast = false; !isLast;) {
          let step = 0;
          let shift = 0;
          for (let more = true; more; shift += 7) {
            const byte = own[at++] ?? 0;
            step |= (byte & 127) << shift;
            more = byte > 127;
          }
          isLast = (step & LAST) !== 0;
          passage += step >>> 2;
          const count = (step & COUNTED) === 0 ? 1 : (own[at++] ?? 0);
          if (isWanted) take(passage, count);
        }
        if (isWanted) return;
      }
    },
  };
}

/** Raise it when the format changes, and the layout of the engine's index with it; articles are then written again. */
const VERSION = 2;
const HEADER = 12;

/** The highest count that the index stores. */
const MAX_COUNT = 255;

/** Flags of a posting: the last one of its term; followed by a count, which is 1 otherwise. */
const LAST = 1;
const COUNTED = 2;

/** Bits of a hash that are stored with a term; the bucket tells the others. */
const LOW_BITS = 0xffffff;
const FEWEST_BITS = 8;
const MOST_BITS = 16;

/** Buckets of about eight terms. */
const bucketBits = (terms: number): number =>
  Math.min(MOST_BITS, Math.max(FEWEST_BITS, Math.ceil(Math.log2(Math.max(1, terms / 8)))));

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** The postings of a term in the order of their passages, each as the step from the one before. */
function pushPostings(bytes: number[], postings: readonly PackedPosting[]): void {
  // Two terms may have the same hash: the higher count stands.
  const counts = new Map<number, number>();
  for (const { passage, count } of postings)
    counts.set(passage, Math.max(counts.get(passage) ?? 0, Math.min(count, MAX_COUNT)));
  let before = -1;
  let left = counts.size;
  for (const [passage, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    left--;
    pushNumber(bytes, ((passage - before) << 2) | (count > 1 ? COUNTED : 0) | (left === 0 ? LAST : 0));
    if (count > 1) bytes.push(count);
    before = passage;
  }
}

/** LEB128: seven bits per byte, lowest first. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

/** Among the terms of an article and a question, about one in a million has the same hash as another. */
function hashOf(high: number, low: number): number {
  const mixed = Math.imul(high ^ (low >>> 15), 0x85ebca6b) ^ low;
  const hash = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
