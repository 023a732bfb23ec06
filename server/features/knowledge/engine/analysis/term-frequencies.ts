/**
 * The distinct terms of one document with their weighted counts, in the order of first occurrence. A term is its number and
 * its kind in one, see `tagged` in `term.ts`.
 */
export interface TermFrequencies {
  /** Distinct terms in the bag; entry i is `terms[i]` and `counts[i]`. */
  readonly size: number;
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Counts the first `size` of these occurrences, each `weight` times. */
  add(occurrences: Uint32Array, size: number, weight: number): void;
  /** Adds what another bag holds of the kinds up to this one. */
  addAll(other: TermFrequencies, lastKind?: number): void;
  clear(): void;
}

/**
 * A reusable bag. Counting in this small table first keeps the postings out of the inner loop: they hear of each distinct
 * term of a document once instead of once for each occurrence. The loops run over many terms at a time with everything they
 * need at hand: measured, a call for each term takes twice as long.
 */
export function createTermFrequencies(): TermFrequencies {
  let slots = new Uint32Array(1 << 9);
  let terms = new Uint32Array(1 << 8);
  let counts = new Uint32Array(1 << 8);
  let size = 0;

  /** Makes room for so many more terms. */
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

  /** A slot holds the entry's number plus one, so that a cleared table is all zeros. */
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

/** The golden ratio in 32 bits: neighbouring numbers come to lie far from each other. */
const SPREAD = 0x9e3779b1;

/** The bits of a term's kind, and the last kind that there can be. */
const ANY_KIND = 7;
