import type { CountedTerms } from '../../ports/candidates.ts';
import { createTermTable } from '../postings/term-table.ts';

/**
 * The terms of an article in one block of bytes that is read without decoding all of it: a JSON head, and its terms by hash in buckets. The
 * first bits of a hash are the number of its bucket; a term is the other bits and its postings, and those of a bucket are sorted. It is
 * small, since each question reads some dozens of them from the search engine.
 */
export interface PackedArticle {
  readonly head: PackedHead;
  /**
   * Calls `take` for each posting of these terms, given by their hashes: with the place of the hash, the number of the passage, or -1 for
   * the article as a whole, and the count.
   */
  postings(hashes: Uint32Array, take: (nth: number, passage: number, count: number) => void): void;
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

/** Packs an article from its terms as a whole and those of each passage; each term occurs once in a list. */
export function packArticle(
  head: PackedHead,
  whole: Pick<CountedTerms, 'terms' | 'counts'>,
  passages: readonly Pick<CountedTerms, 'terms' | 'counts'>[],
): Uint8Array {
  const postings = listPostings([whole, ...passages]);
  const hashes = postings.hashes.toSorted();
  const bits = bucketBits(hashes.length);
  const ends = new Uint32Array(2 ** bits);
  const own = new Uint8Array(3 * hashes.length + MOST_BYTES * postings.size);
  let end = 0;
  for (const hash of hashes) {
    own[end++] = hash;
    own[end++] = hash >>> 8;
    own[end++] = hash >>> 16;
    end = postings.write(hash, own, end);
    ends[hash >>> (32 - bits)] = end;
  }
  for (let at = 1; at < ends.length; at++) ends[at] = Math.max(ends[at] ?? 0, ends[at - 1] ?? 0);
  const text = Buffer.from(JSON.stringify(head));
  const start = aligned(HEADER + text.length);
  const bytes = new Uint8Array(start + 4 * ends.length + end);
  new Uint32Array(bytes.buffer, 0, 3).set([VERSION, text.length, bits]);
  bytes.set(text, HEADER);
  new Uint32Array(bytes.buffer, start, ends.length).set(ends);
  bytes.set(own.subarray(0, end), start + 4 * ends.length);
  return bytes;
}

/** Reads a packed article. Throws RangeError for bytes of another version, and for truncated ones. */
export function unpackArticle(given: Uint8Array): PackedArticle {
  // Copied so that the numbers are aligned to their size, and the reply they came in is not kept.
  const bytes = new Uint8Array(given);
  if (bytes.length < HEADER) throw new RangeError('the stored terms of an article are cut');
  const [version = 0, textLength = 0, bits = 0] = new Uint32Array(bytes.buffer, 0, 3);
  const start = aligned(HEADER + textLength);
  const from = start + 4 * 2 ** bits;
  if (version !== VERSION || from > bytes.length)
    throw new RangeError('the stored terms of an article are of another version, or cut');
  const head = JSON.parse(Buffer.from(bytes.buffer, HEADER, textLength).toString()) as PackedHead;
  const ends = new Uint32Array(bytes.buffer, start, 2 ** bits);
  const own = bytes.subarray(from);
  if (ends.at(-1) !== own.length) throw new RangeError('the stored terms of an article are cut');
  return {
    head,
    size: bytes.length,
    postings(hashes, take) {
      for (let nth = 0; nth < hashes.length; nth++) {
        const hash = hashes[nth] ?? 0;
        const wanted = hash & LOW_BITS;
        const bucket = hash >>> (32 - bits);
        const end = Math.min(ends[bucket] ?? 0, own.length);
        let at = bucket === 0 ? 0 : (ends[bucket - 1] ?? 0);
        while (at < end) {
          const stored = (own[at] ?? 0) | ((own[at + 1] ?? 0) << 8) | ((own[at + 2] ?? 0) << 16);
          if (stored > wanted) break;
          at += 3;
          let passage = -1;
          for (let isLast = false; !isLast && at < end;) {
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
            if (stored === wanted) take(nth, passage, count);
          }
          if (stored === wanted) break;
        }
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

/** The postings of an article by the hash of their term. */
function listPostings(documents: readonly Pick<CountedTerms, 'terms' | 'counts'>[]) {
  const size = documents.reduce((sum, { terms }) => sum + terms.length, 0);
  const [hashes, passages, counts] = [new Uint32Array(size), new Int32Array(size), new Uint8Array(size)];
  let posting = 0;
  documents.forEach(({ terms, counts: own }, document) => {
    terms.forEach(({ high, low }, at) => {
      hashes[posting] = termHash(high, low);
      passages[posting] = document - 1;
      counts[posting++] = Math.min(own[at] ?? 1, MAX_COUNT);
    });
  });
  const table = createTermTable(size);
  const numbers = new Uint32Array(size);
  table.internAll(0, hashes, size, numbers);
  // The postings of each hash as a chain, in the order of their passages.
  const [first, last] = [new Int32Array(table.size).fill(NONE), new Int32Array(table.size)];
  const next = new Int32Array(size).fill(NONE);
  numbers.forEach((number, at) => {
    if (first[number] === NONE) first[number] = at;
    else next[last[number] ?? 0] = at;
    last[number] = at;
  });
  return {
    size,
    /** Each once. */
    hashes: Uint32Array.from({ length: table.size }, (_, number) => table.low(number)),
    /** Writes the postings of a hash, each as the step from the one before; returns the end. */
    write(hash: number, bytes: Uint8Array, from: number): number {
      let end = from;
      let before = -1;
      let at = first[table.find(0, hash)] ?? NONE;
      while (at !== NONE) {
        const passage = passages[at] ?? 0;
        let count = counts[at] ?? 1;
        // Two terms may have the same hash: the higher count stands.
        for (at = next[at] ?? NONE; at !== NONE && passages[at] === passage; at = next[at] ?? NONE)
          count = Math.max(count, counts[at] ?? 1);
        const flags = (count > 1 ? COUNTED : 0) | (at === NONE ? LAST : 0);
        end = writeNumber(bytes, end, ((passage - before) << 2) | flags);
        if (count > 1) bytes[end++] = count;
        before = passage;
      }
      return end;
    },
  };
}

const NONE = -1;

/** Bytes of a posting at most: a number of 32 bits and its count. */
const MOST_BYTES = 6;

/** LEB128: seven bits per byte, lowest first; returns the end. */
function writeNumber(bytes: Uint8Array, from: number, value: number): number {
  let end = from;
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes[end++] = (rest & 127) | 128;
  bytes[end++] = rest;
  return end;
}

/** Among the terms of an article and a question, about one in a million has the same hash as another. */
export function termHash(high: number, low: number): number {
  const mixed = Math.imul(high ^ (low >>> 15), 0x85ebca6b) ^ low;
  const hash = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
