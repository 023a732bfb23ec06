/*
 * Encoding of a posting list: the number of postings, then each posting in document order as the distance to the previous
 * document, followed by the count if it is above 1. Most postings of a site take one or two bytes.
 *
 * The first byte of a posting holds the lowest six bits of the distance, a bit that is set when further bits of the
 * distance follow (LEB128: seven bits per byte, lowest first), and a bit that is set when a byte with the count follows.
 */

/** Maximum number of bytes of a list with this many postings. */
export const maxBytesOfList = (postings: number): number => 5 + 5 * postings;

const LOW = 0x3f;
const MORE = 0x40;
const COUNTED = 0x80;

/** Writes a list to `bytes` from `at` on; returns the end. A posting is a document in the upper 24 bits and its count. */
export const encodeList = (postings: Uint32Array, size: number, bytes: Uint8Array, at: number): number =>
  encodePostings({ postings, from: 0, to: size, before: 0 }, bytes, writeNumber(size, bytes, at));

/** Postings in the order of documents, all above the document `before`. */
export interface PostingRange {
  readonly postings: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly before: number;
}

/** Writes postings to `bytes` from `at` on, without their number; returns the end. */
export function encodePostings(
  { postings, from, to, before }: PostingRange,
  bytes: Uint8Array,
  at: number,
): number {
  let place = at;
  let last = before;
  for (let i = from; i < to; i++) {
    const posting = postings[i] ?? 0;
    const document = posting >>> 8;
    const count = posting & 255;
    const distance = document - last;
    last = document;
    const rest = distance >>> 6;
    bytes[place++] = (distance & LOW) | (rest > 0 ? MORE : 0) | (count === 1 ? 0 : COUNTED);
    if (rest > 0) place = writeNumber(rest, bytes, place);
    if (count !== 1) bytes[place++] = count;
  }
  return place;
}

export function writeNumber(number: number, bytes: Uint8Array, at: number): number {
  let place = at;
  let rest = number;
  while (rest > 127) {
    bytes[place++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[place++] = rest;
  return place;
}

/** The number of postings of the list at `at`. */
export function sizeOfList(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let place = at, shift = 0; ; shift += 7) {
    const byte = bytes[place++] ?? 0;
    number |= (byte & 127) << shift;
    if (byte < 128) return number >>> 0;
  }
}

/** The number of bytes that a list's size takes before its postings. */
export const bytesOfSize = (size: number): number =>
  size < 1 << 7 ? 1 : size < 1 << 14 ? 2 : size < 1 << 21 ? 3 : 4;

/** Reads the list at `at` into `target`, which must have room for `size` postings. */
export function decodeList(bytes: Uint8Array, at: number, size: number, target: Uint32Array): void {
  let place = at;
  while ((bytes[place++] ?? 0) > 127);
  let document = 0;
  for (let i = 0; i < size; i++) {
    const first = bytes[place++] ?? 0;
    let distance = first & LOW;
    if ((first & MORE) !== 0) {
      for (let shift = 6; ; shift += 7) {
        const byte = bytes[place++] ?? 0;
        distance |= (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    document += distance;
    target[i] = ((document << 8) | (first < COUNTED ? 1 : (bytes[place++] ?? 0))) >>> 0;
  }
}

/** True when one of `size` postings from `at` on is of the document. */
export function holdsDocument(bytes: Uint8Array, at: number, size: number, document: number): boolean {
  let place = at;
  let current = 0;
  for (let i = 0; i < size; i++) {
    const first = bytes[place++] ?? 0;
    current += first & LOW;
    if ((first & MORE) !== 0) {
      for (let shift = 6; ; shift += 7) {
        const byte = bytes[place++] ?? 0;
        current += (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    if (current >= document) return current === document;
    if (first >= COUNTED) place++;
  }
  return false;
}

/** The last document of `size` postings from `at` on. */
export function lastDocument(bytes: Uint8Array, at: number, size: number): number {
  let place = at;
  let document = 0;
  for (let i = 0; i < size; i++) {
    const first = bytes[place++] ?? 0;
    document += first & LOW;
    if ((first & MORE) !== 0) {
      for (let shift = 6; ; shift += 7) {
        const byte = bytes[place++] ?? 0;
        document += (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    if (first >= COUNTED) place++;
  }
  return document;
}
