import { bytesOfSize, decodeList, encodeList, mostBytes, sizeOfList } from './posting-list.ts';
import { numberSection, readBytes, readNumbers, type SavedSections, type Section } from '../sections.ts';

/**
 * Lists of postings that do not change, one for each term, see `posting-list.ts`. They stand one behind the other in
 * pages, so that no array ever has to be copied to grow.
 */
export interface Sealed {
  /** Terms are numbered below. */
  readonly terms: number;
  /** Postings of all lists. */
  readonly size: number;
  readonly bytes: number;
  frequency(term: number): number;
  /** A term's list as it is stored, see `posting-list.ts`, without the size before it; undefined without any. */
  encoded(term: number): EncodedList | undefined;
  /** Reads a term's list into `target`, which must have room for `frequency` postings. */
  read(term: number, target: Uint32Array): void;
  /** To be saved under this name. */
  capture(name: string): Section[];
}

export interface EncodedList {
  readonly bytes: Uint8Array;
  /** Postings. */
  readonly size: number;
}

/** Where the pages are, and in them the list of each term: from `offsets[t]` to `offsets[t + 1]`, the same without any. */
interface Stored {
  readonly offsets: Uint32Array;
  readonly pages: readonly Page[];
  readonly size: number;
}

interface Page {
  readonly bytes: Uint8Array;
  /** Bytes in the pages before. */
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
    capture: (name) => [
      numberSection(`${name} offsets`, offsets),
      { name: `${name} lists`, blocks: () => pages.map(({ bytes }) => bytes) },
      numberSection(`${name} size`, Uint32Array.of(size)),
    ],
  };
}

/** The lists that were saved under this name. */
export async function restoreSealed(saved: SavedSections, name: string): Promise<Sealed> {
  const offsets = await readNumbers(saved, `${name} offsets`);
  const bytes = await readBytes(saved, `${name} lists`);
  const [size = 0] = await readNumbers(saved, `${name} size`);
  if (offsets.at(-1) !== bytes.length) throw new RangeError(`the saved lists of ${name} do not fit together`);
  return sealedOf({ offsets, pages: [{ bytes, start: 0 }], size });
}

/** Lists that are written one after the other, in the order of terms. */
export interface SealedWriter {
  /** Adds the list of the next term; postings in the order of documents, of which the first `size` count. */
  add(postings: Uint32Array, size: number): void;
  done(): Sealed;
}

/** Writes the lists of `terms` terms. */
export function createSealedWriter(terms: number): SealedWriter {
  const offsets = new Uint32Array(terms + 1);
  const pages: Page[] = [];
  let page = new Uint8Array(PAGE_BYTES);
  let start = 0;
  let used = 0;
  let term = 0;
  let sum = 0;

  const turnOver = (needed: number) => {
    if (used > 0) pages.push({ bytes: page.subarray(0, used), start });
    start += used;
    used = 0;
    page = new Uint8Array(needed);
  };

  return {
    add(postings, size) {
      offsets[term++] = start + used;
      if (size === 0) return;
      if (used + mostBytes(size) > page.length) turnOver(Math.max(PAGE_BYTES, mostBytes(size)));
      offsets[term - 1] = start + used;
      used = encodeList(postings, size, page, used);
      sum += size;
    },
    done() {
      offsets[terms] = start + used;
      // The last page is cut to its content, so that small indexes stay small.
      pages.push({ bytes: page.slice(0, used), start });
      return sealedOf({ offsets, pages, size: sum });
    },
  };
}
