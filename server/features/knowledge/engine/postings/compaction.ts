import type { Delta } from './delta.ts';
import { createSealedWriter, type Sealed } from './sealed.ts';

/** State of a removed document whose postings are still there. */
export const DEAD = 2;

/** A compaction under way: base and delta become one base in steps of bounded work, while both go on serving. */
export interface Compaction {
  /** Entries of the delta before this one are taken along; later ones stay in the delta. */
  readonly mark: number;
  /** Documents dead when it began: their postings are left out, their numbers become free at its end. */
  readonly purged: readonly number[];
  /** Moves about `work` postings on; true when all are in place. */
  step(work: number): boolean;
  result(): Sealed;
}

/** `states` is the compaction's own copy: documents that die later keep their postings until the next one. */
export function beginCompaction(base: Sealed, delta: Delta, states: Uint8Array): Compaction {
  const purged: number[] = [];
  states.forEach((state, document) => {
    if (state === DEAD) purged.push(document);
  });
  const terms = Math.max(base.terms, delta.terms);
  const late = createSorting(delta, terms);
  const writer = createSealedWriter(terms);
  let list = new Uint32Array(1 << 10);
  let term = 0;

  /** Writes one list of what both have for the term; returns how many postings were looked at. */
  const merge = (): number => {
    const own = base.frequency(term);
    const [from, to] = [late.starts[term] ?? 0, late.starts[term + 1] ?? 0];
    const all = own + to - from;
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

/** Copies the first `size` postings of living documents to `target` from `at` on; returns how many those are. */
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

/** Puts the postings into the order of documents; those below `from` are in it already. New ones mostly come last. */
function sortFrom(postings: Uint32Array, size: number, from: number): void {
  let at = Math.max(1, from);
  while (at < size && (postings[at - 1] ?? 0) < (postings[at] ?? 0)) at++;
  if (at < size) postings.subarray(0, size).sort();
}

/**
 * Sorts the entries of a delta by term, in steps: a counting sort, whose writes do not wait for each other
 * as the reads along a chain would.
 */
function createSorting(delta: Delta, terms: number) {
  const { size } = delta;
  const sorted = new Uint32Array(size);
  const starts = new Uint32Array(terms + 1);
  const { terms: entered } = delta.entries();
  for (let at = 0; at < size; at++)
    starts[(entered[at] ?? 0) + 1] = (starts[(entered[at] ?? 0) + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  let entry = 0;

  /** Places about `work` entries; returns how many it did. */
  const step = (work: number): number => {
    const { terms: termOf, postings } = delta.entries();
    const from = entry;
    for (const to = Math.min(size, from + work); entry < to; entry++) {
      const term = termOf[entry] ?? 0;
      const place = next[term] ?? 0;
      sorted[place] = postings[entry] ?? 0;
      next[term] = place + 1;
    }
    return entry - from;
  };
  return { size, sorted, starts, step };
}
