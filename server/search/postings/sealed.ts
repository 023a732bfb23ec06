import {
  bytesOfSize,
  decodeList,
  encodeList,
  encodePostings,
  lastDocument,
  maxBytesOfList,
  sizeOfList,
  writeNumber,
  type PostingRange,
} from './posting-list.ts';
import { largeArray, largeBytes } from '../large-array.ts';
import {
  numberSection,
  readBytes,
  readNumbers,
  type SavedSections,
  type SnapshotSection,
} from '../sections.ts';

/**
 * Immutable lists of postings, one per term, see `posting-list.ts`. They are stored one after the other in pages, so
 * that growing never copies an array.
 */
export interface Sealed {
  /** Number of terms; all term numbers are below it. */
  readonly terms: number;
  /** Postings of all lists. */
  readonly size: number;
  readonly bytes: number;
  frequency(term: number): number;
  /** A term's list as stored, see `posting-list.ts`, without its size; `undefined` when it has none. */
  encoded(term: number): EncodedList | undefined;
  /** Decodes a term's list into `target`, which must have room for `frequency` postings. */
  read(term: number, target: Uint32Array): void;
  /** Iterates over all lists in the order of terms. */
  cursor(): SealedCursor;
  /** A snapshot to be saved under this name. */
  capture(name: string): SnapshotSection[];
}

/**
 * A cursor over the lists of consecutive terms: the position of each list in its page. No object is created per list,
 * since there are millions of terms.
 */
export interface SealedCursor {
  readonly bytes: Uint8Array;
  /** Position of the list's postings in `bytes`, after their number. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Moves to a term, not below the previous one; `size` is 0 when it has no list. */
  next(term: number): void;
}

export interface EncodedList {
  readonly bytes: Uint8Array;
  /** Number of postings. */
  readonly size: number;
}

/** The pages, and the position of each term's list in them: from `offsets[t]` to `offsets[t + 1]`, equal when it has none. */
interface Stored {
  readonly offsets: Uint32Array;
  readonly pages: readonly Page[];
  readonly size: number;
}

interface Page {
  readonly bytes: Uint8Array;
  /** Total bytes of the previous pages. */
  readonly start: number;
}

const PAGE_BYTES = 1 << 22;

export const nothingSealed: Sealed = sealedOf({ offsets: new Uint32Array(1), pages: [], size: 0 });

function sealedOf({ offsets, pages, size }: Stored): Sealed {
  const terms = offsets.length - 1;
  const pageOf = (offset: number): Page | undefined => {
    let low = 0;
    let high = pages.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((pages[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return pages[low];
  };
  const isEmpty = (term: number) => term >= terms || offsets[term] === offsets[term + 1];
  const frequency = (term: number): number => {
    if (isEmpty(term)) return 0;
    const offset = offsets[term] ?? 0;
    const page = pageOf(offset);
    return page ? sizeOfList(page.bytes, offset - page.start) : 0;
  };
  return {
    terms,
    size,
    bytes: offsets.byteLength + pages.reduce((sum, { bytes }) => sum + bytes.length, 0),
    frequency,
    encoded(term) {
      if (isEmpty(term)) return undefined;
      const offset = offsets[term] ?? 0;
      const page = pageOf(offset);
      if (!page) return undefined;
      const at = offset - page.start;
      const end = (offsets[term + 1] ?? 0) - page.start;
      const size = sizeOfList(page.bytes, at);
      return { bytes: page.bytes.subarray(at + bytesOfSize(size), end), size };
    },
    read(term, target) {
      if (isEmpty(term)) return;
      const offset = offsets[term] ?? 0;
      const page = pageOf(offset);
      if (page) decodeList(page.bytes, offset - page.start, frequency(term), target);
    },
    cursor: () => cursorOf({ offsets, pages, size }),
    capture: (name) => [
      numberSection(`${name} offsets`, offsets),
      { name: `${name} lists`, blocks: () => pages.map(({ bytes }) => bytes) },
      numberSection(`${name} size`, Uint32Array.of(size)),
    ],
  };
}

function cursorOf({ offsets, pages }: Stored): SealedCursor {
  const terms = offsets.length - 1;
  let index = 0;
  const cursor = {
    bytes: pages[0]?.bytes ?? new Uint8Array(0),
    from: 0,
    to: 0,
    size: 0,
    next(term: number) {
      const offset = offsets[term] ?? 0;
      const end = term < terms ? (offsets[term + 1] ?? 0) : offset;
      cursor.size = 0;
      if (end === offset) return;
      while (offset >= (pages[index + 1]?.start ?? Number.POSITIVE_INFINITY)) index++;
      const page = pages[index];
      if (page === undefined) return;
      cursor.bytes = page.bytes;
      cursor.size = sizeOfList(page.bytes, offset - page.start);
      cursor.from = offset - page.start + bytesOfSize(cursor.size);
      cursor.to = end - page.start;
    },
  };
  return cursor;
}

/** Restores the lists saved under this name. */
export async function restoreSealed(saved: SavedSections, name: string): Promise<Sealed> {
  const offsets = await readNumbers(saved, `${name} offsets`);
  const bytes = await readBytes(saved, `${name} lists`);
  const [size = 0] = await readNumbers(saved, `${name} size`);
  if (offsets.at(-1) !== bytes.length) throw new RangeError(`the saved lists of ${name} do not fit together`);
  return sealedOf({ offsets, pages: [{ bytes, start: 0 }], size });
}

/** Writes lists one after the other, in the order of terms. */
export interface SealedWriter {
  /** Adds the list of the next term; the first `size` postings count, in the order of documents. */
  add(postings: Uint32Array, size: number): void;
  /**
   * Adds an existing list for the next term, unchanged, with further postings appended. Returns false and adds
   * nothing unless these are all of later documents.
   */
  extend(list: SealedCursor, late: Omit<PostingRange, 'before'>): boolean;
  done(): Sealed;
}

/** Writes the lists of `terms` terms. */
export function createSealedWriter(terms: number): SealedWriter {
  const offsets = largeArray(terms + 1);
  const pages: Page[] = [];
  let page = largeBytes(PAGE_BYTES);
  let start = 0;
  let used = 0;
  let term = 0;
  let sum = 0;

  /** Ensures room for a list of this many bytes at `used`. */
  const makeRoom = (needed: number) => {
    if (used + needed > page.length) turnOver(Math.max(PAGE_BYTES, needed));
  };
  const turnOver = (needed: number) => {
    if (used > 0) pages.push({ bytes: page.subarray(0, used), start });
    start += used;
    used = 0;
    page = largeBytes(needed);
  };

  return {
    add(postings, size) {
      offsets[term++] = start + used;
      if (size === 0) return;
      makeRoom(maxBytesOfList(size));
      offsets[term - 1] = start + used;
      used = encodeList(postings, size, page, used);
      sum += size;
    },
    extend({ bytes, from, to, size }, late) {
      const before = size > 0 && late.to > late.from ? lastDocument(bytes, from, size) : 0;
      if (!rises(late, size > 0 ? before : -1)) return false;
      const all = size + late.to - late.from;
      offsets[term++] = start + used;
      if (all === 0) return true;
      makeRoom(to - from + maxBytesOfList(late.to - late.from));
      offsets[term - 1] = start + used;
      used = writeNumber(all, page, used);
      for (let at = from; size > 0 && at < to; at++) page[used++] = bytes[at] ?? 0;
      used = encodePostings({ ...late, before }, page, used);
      sum += all;
      return true;
    },
    done() {
      offsets[terms] = start + used;
      // The last page is truncated to its content, so that small indexes stay small.
      pages.push({ bytes: page.slice(0, used), start });
      return sealedOf({ offsets, pages, size: sum });
    },
  };
}

/** True when the documents are in ascending order and the first is above `least`. */
function rises({ postings, from, to }: Omit<PostingRange, 'before'>, least: number): boolean {
  let last = least;
  for (let i = from; i < to; i++) {
    const document = (postings[i] ?? 0) >>> 8;
    if (document <= last) return false;
    last = document;
  }
  return true;
}
