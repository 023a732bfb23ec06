import type { Delta } from './delta.ts';

/** Postings ordered by term: those of term t stand in `packed` from `offsets[t]` to `offsets[t + 1]`. */
export interface Sealed {
  readonly offsets: Uint32Array;
  readonly packed: Uint32Array;
}

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
  const terms = Math.max(base.offsets.length - 1, delta.terms);
  const late = createSorting(delta, terms);
  const offsets = new Uint32Array(terms + 1);
  const target = new Uint32Array(base.packed.length + late.size);
  let term = 0;
  let written = 0;

  const copy = (packed: Uint32Array, from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const posting = packed[i] ?? 0;
      if (states[posting >>> 8] !== DEAD) target[written++] = posting;
    }
    return to - from;
  };
  const baseOffset = (at: number) => base.offsets[Math.min(at, base.offsets.length - 1)] ?? 0;

  return {
    mark: late.size,
    purged,
    step(work) {
      let left = work - late.step(work);
      for (; left > 0 && term < terms; term++) {
        offsets[term] = written;
        left -= 1 + copy(base.packed, baseOffset(term), baseOffset(term + 1));
        left -= copy(late.sorted, late.starts[term] ?? 0, late.starts[term + 1] ?? 0);
      }
      return left > 0 && term === terms;
    },
    result() {
      offsets[terms] = written;
      return { offsets, packed: target.subarray(0, written) };
    },
  };
}

/**
 * Sorts the entries of a delta by term, in steps: a counting sort, whose writes do not wait for each other
 * as the reads along a chain would.
 */
function createSorting(delta: Delta, terms: number) {
  const { size } = delta;
  const sorted = new Uint32Array(size);
  const starts = new Uint32Array(terms + 1);
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term] ?? 0) + delta.frequency(term);
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
