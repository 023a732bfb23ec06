import type { TermKey } from '../../ports/candidates.ts';

/**
 * The terms of an article in one block of bytes that is read without decoding: a JSON head, the hashes of its terms in ascending order, and
 * the postings of each term. A posting is a passage number (from 1; 0 for the article as a whole) and a count.
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
  const own: number[] = [];
  const ends = new Uint32Array(hashes.length);
  hashes.forEach((hash, at) => {
    for (const { passage, count } of byHash.get(hash) ?? []) {
      pushNumber(own, passage + 1);
      own.push(Math.min(count, MAX_COUNT));
    }
    ends[at] = own.length;
  });
  const text = Buffer.from(JSON.stringify(head));
  const start = aligned(HEADER + text.length);
  const bytes = new Uint8Array(start + 8 * hashes.length + own.length);
  new Uint32Array(bytes.buffer, 0, 3).set([VERSION, text.length, hashes.length]);
  bytes.set(text, HEADER);
  new Uint32Array(bytes.buffer, start, hashes.length).set(hashes);
  new Uint32Array(bytes.buffer, start + 4 * hashes.length, hashes.length).set(ends);
  bytes.set(own, start + 8 * hashes.length);
  return bytes;
}

/** Reads a packed article. Throws RangeError for bytes of another version, and for truncated ones. */
export function unpackArticle(given: Uint8Array): PackedArticle {
  // Copied so that the numbers are aligned to their size.
  const bytes = Uint8Array.from(given);
  if (bytes.length < HEADER) throw new RangeError('the stored terms of an article are cut');
  const [version = 0, textLength = 0, terms = 0] = new Uint32Array(bytes.buffer, 0, 3);
  const start = aligned(HEADER + textLength);
  const from = start + 8 * terms;
  if (version !== VERSION || from > bytes.length)
    throw new RangeError('the stored terms of an article are of another version, or cut');
  const head = JSON.parse(Buffer.from(bytes.buffer, HEADER, textLength).toString()) as PackedHead;
  const hashes = new Uint32Array(bytes.buffer, start, terms);
  const ends = new Uint32Array(bytes.buffer, start + 4 * terms, terms);
  const own = bytes.subarray(from);
  return {
    head,
    size: bytes.length,
    postings({ high, low }, take) {
      const place = placeOf(hashes, hashOf(high, low));
      if (place < 0) return;
      const end = ends[place] ?? 0;
      for (let at = place === 0 ? 0 : (ends[place - 1] ?? 0); at < end;) {
        let passage = 0;
        let shift = 0;
        for (let more = true; more; shift += 7) {
          const byte = own[at++] ?? 0;
          passage |= (byte & 127) << shift;
          more = byte > 127;
        }
        take(passage - 1, own[at++] ?? 0);
      }
    },
  };
}

/** Raise it when the format changes; articles in an older format are then written again. */
const VERSION = 1;
const HEADER = 12;

/** The highest count that the index stores. */
const MAX_COUNT = 255;

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;

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

function placeOf(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
