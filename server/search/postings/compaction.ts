import { largeArray } from '../large-array.ts';
import type { Delta } from './delta.ts';
import { createSealedWriter, type Sealed } from './sealed.ts';

/** State of a removed document whose postings still exist. */
export const DEAD = 2;

/** A running compaction: merges base and delta into a new base in steps of bounded work, while both still serve reads. */
export interface Compaction {
  /** Delta entries before this one are merged; later ones stay in the delta. */
  readonly mark: number;
  /** Documents removed before it began: their postings are dropped, and their numbers become free at its end. */
  readonly purged: readonly number[];
  /** Merges about `work` more postings; true when finished. */
  step(work: number): boolean;
  result(): Sealed;
}

/** `states` is the compaction's own copy: documents removed later keep their postings until the next compaction. */
export function beginCompaction(base: Sealed, delta: Delta, states: Uint8Array): Compaction {
  const purged: number[] = [];
  states.forEach((state, document) => {
    if (state === DEAD) purged.push(document);
  });
  const terms = Math.max(base.terms, delta.terms);
  const late = createSorting(delta, terms);
  const writer = createSealedWriter(terms);
  const lists = base.cursor();
  let list = new Uint32Array(1 << 10);
  let term = 0;

  /** Writes the merged list of a term; returns the number of postings read. */
  const merge = (): number => {
    lists.next(term);
    const own = lists.size;
    const [from, to] = [late.starts[term] ?? 0, late.starts[term + 1] ?? 0];
    const all = own + to - from;
    // Usually nothing was removed and all entries of the delta are new documents: then the old list is copied
    // unchanged.
    if (purged.length === 0 && writer.extend(lists, { postings: late.sorted, from, to })) return all;
    if (all > list.length) list = new Uint32Array(2 * all);
    base.read(term, list);
    let size = keepLiving(list, own, states, list, 0);
    const fromBase = size;
    size += keepLiving(late.sorted.subarray(from, to), to - from, states, list, size);
    if (size > fromBase) sortFrom(list, size, fromBase);
    writer.add(list, size);
    return all;
  };

  return {
    mark: late.size,
    purged,
    step(work) {
      let left = work - late.step(work);
      for (; left > 0 && term < terms; term++) left -= 1 + merge();
      return left > 0 && term === terms;
    },
    result: writer.done,
  };
}

/** Copies those of the first `size` postings whose documents still exist to `target` from `at` on; returns their number. */
// @wide: called for each pixel, term or number, where an object would be made each time
function keepLiving(
  postings: Uint32Array,
  size: number,
  states: Uint8Array,
  target: Uint32Array,
  at: number,
): number {
  let place = at;
  for (let i = 0; i < size; i++) {
    const posting = postings[i] ?? 0;
    if (states[posting >>> 8] !== DEAD) target[place++] = posting;
  }
  return place - at;
}

/** Sorts the postings by document; those below `from` are already sorted. New ones mostly come last. */
function sortFrom(postings: Uint32Array, size: number, from: number): void {
  let at = Math.max(1, from);
  while (at < size && (postings[at - 1] ?? 0) < (postings[at] ?? 0)) at++;
  if (at < size) postings.subarray(0, size).sort();
}

/**
 * Sorts the entries of a delta by term, in steps. A first pass distributes them to ranges of neighbouring terms; the
 * counting sort of a range then fits into the processor's cache, instead of waiting for memory at every entry.
 */
function createSorting(delta: Delta, terms: number) {
  const { size } = delta;
  const sorted = largeArray(size);
  // A term's list ends at the next term's `starts`; while lists are filled, `ends` is the position reached.
  const starts = largeArray(terms + 2);
  const range = Math.max(0, 32 - Math.clz32(terms) - RANGE_BITS);
  const ranges = new Uint32Array((terms >>> range) + 2);
  const [dealtTerms, dealtPostings] = [largeArray(size), largeArray(size)];

  const countRanges = (from: number, to: number) => {
    const { terms: termOf } = delta.entries();
    for (let i = from; i < to; i++) addOne(ranges, ((termOf[i] ?? 0) >>> range) + 1);
    if (to === size) addUp(ranges);
  };
  const deal = (from: number, to: number) => {
    const { terms: termOf, postings } = delta.entries();
    for (let i = from; i < to; i++) {
      const term = termOf[i] ?? 0;
      const place = ranges[term >>> range] ?? 0;
      ranges[term >>> range] = place + 1;
      dealtTerms[place] = term;
      dealtPostings[place] = postings[i] ?? 0;
    }
  };
  const countTerms = (from: number, to: number) => {
    for (let i = from; i < to; i++) addOne(starts, (dealtTerms[i] ?? 0) + 2);
    if (to === size) addUp(starts);
  };
  const put = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const term = dealtTerms[i] ?? 0;
      const place = starts[term + 1] ?? 0;
      starts[term + 1] = place + 1;
      sorted[place] = dealtPostings[i] ?? 0;
    }
  };

  const passes = [countRanges, deal, countTerms, put];
  let pass = 0;
  let entry = 0;

  /** Processes about `work` more entries; returns the number processed. */
  const step = (work: number): number => {
    let left = work;
    for (; left > 0 && pass < passes.length; pass++) {
      const to = Math.min(size, entry + ENTRIES_A_POSTING * left);
      passes[pass]?.(entry, to);
      left -= Math.ceil((to - entry) / ENTRIES_A_POSTING);
      entry = to;
      if (to < size) break;
      entry = 0;
    }
    return work - left;
  };
  return { size, sorted, starts, step };
}

/** Number of ranges, as a power of two: the number of write positions that a processor's cache can hold. */
const RANGE_BITS = 10;

/** Entries of one pass that take as long as merging one posting. */
const ENTRIES_A_POSTING = 4;

const addOne = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] ?? 0) + 1;
};

function addUp(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i] = (counts[i] ?? 0) + (counts[i - 1] ?? 0);
}
