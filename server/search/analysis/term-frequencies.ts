/**
 * The distinct terms of one document with their weighted counts, in order of first occurrence. Each term combines a
 * number and a kind, see `tagged` in `term.ts`.
 */
export interface TermFrequencies {
  /** Number of distinct terms; entry i is `terms[i]` with `counts[i]`. */
  readonly size: number;
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Counts the first `size` of these occurrences, each `weight` times. */
  add(occurrences: Uint32Array, size: number, weight: number): void;
  /** Adds the terms of another bag, of all kinds up to `last`. */
  addAll(other: TermFrequencies, lastKind?: number): void;
  clear(): void;
}

/**
 * Creates a reusable bag. Counting in this small table keeps the postings out of the inner loop: they receive each
 * distinct term of a document once instead of once per occurrence. The loops process many terms per call; measured,
 * one call per term takes twice as long.
 */
export function createTermFrequencies(): TermFrequencies {
  let slots = new Uint32Array(1 << 9);
  let terms = new Uint32Array(1 << 8);
  let counts = new Uint32Array(1 << 8);
  let size = 0;

  /** Makes room for this many more terms. */
  const reserve = (more: number) => {
    if (size + more <= terms.length) return;
    let room = 2 * terms.length;
    while (size + more > room) room *= 2;
    const [oldTerms, oldCounts, entries] = [terms, counts, size];
    slots = new Uint32Array(2 * room);
    terms = new Uint32Array(room);
    counts = new Uint32Array(room);
    size = 0;
    put(oldTerms, oldCounts, { size: entries, weight: 1, lastKind: ANY_KIND });
  };

  /** A slot contains the entry's number plus one, so that zeros mean empty slots. */
  const put = (added: Uint32Array, times: Uint32Array | undefined, how: Putting) => {
    const { weight, lastKind } = how;
    const [slot, term, count, mask] = [slots, terms, counts, slots.length - 1];
    let entries = size;
    for (let i = 0; i < how.size; i++) {
      const one = added[i] ?? 0;
      if ((one & ANY_KIND) > lastKind) continue;
      let at = (Math.imul(one, SPREAD) >>> 15) & mask;
      let entry = slot[at] ?? 0;
      while (entry !== 0 && term[entry - 1] !== one) {
        at = (at + 1) & mask;
        entry = slot[at] ?? 0;
      }
      if (entry === 0) {
        term[entries] = one;
        slot[at] = entry = ++entries;
        count[entry - 1] = 0;
      }
      count[entry - 1] = (count[entry - 1] ?? 0) + (times === undefined ? weight : (times[i] ?? 0));
    }
    size = entries;
  };

  return {
    get size() {
      return size;
    },
    get terms() {
      return terms;
    },
    get counts() {
      return counts;
    },
    add(occurrences, added, weight) {
      reserve(added);
      put(occurrences, undefined, { size: added, weight, lastKind: ANY_KIND });
    },
    addAll(other, lastKind = ANY_KIND) {
      reserve(other.size);
      put(other.terms, other.counts, { size: other.size, weight: 1, lastKind });
    },
    clear() {
      slots.fill(0);
      size = 0;
    },
  };
}

interface Putting {
  readonly size: number;
  /** The count of an occurrence where no counts are given. */
  readonly weight: number;
  readonly lastKind: number;
}

/** The golden ratio in 32 bits (Fibonacci hashing): spreads neighbouring numbers over the table. */
const SPREAD = 0x9e3779b1;

/** The bits of a term's kind, and the highest possible kind. */
const ANY_KIND = 7;
