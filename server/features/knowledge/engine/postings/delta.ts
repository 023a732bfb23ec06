import { widen } from './term-table.ts';

/**
 * Postings that came after the last compaction, in the order they came. Each entry is linked to the
 * previous one of its term, so that adding is one write and reading a term follows its chain.
 */
export interface Delta {
  /** Entries so far. */
  readonly size: number;
  /** One more than the highest term with an entry. */
  readonly terms: number;
  readonly bytes: number;
  push(term: number, posting: number): void;
  frequency(term: number): number;
  /** The term's postings, oldest first, in an array reused by the next call. */
  collect(term: number): { readonly packed: Uint32Array; readonly from: 0; readonly to: number };
  /** All entries as they came: the term and the posting of each. Valid until the next push. */
  entries(): { readonly terms: Uint32Array; readonly postings: Uint32Array };
  /** A new delta with the entries from `mark` on. */
  since(mark: number): Delta;
}

export function createDelta(): Delta {
  let capacity = 1 << 10;
  let terms = new Uint32Array(capacity);
  let postings = new Uint32Array(capacity);
  let previous = new Uint32Array(capacity);
  let size = 0;

  let termCapacity = 1 << 10;
  // Two numbers a term: its last entry plus one, so that zero means none, and how many it has.
  let chains = new Uint32Array(2 * termCapacity);
  let termLimit = 0;
  let scratch = new Uint32Array(1 << 8);

  const push = (term: number, posting: number) => {
    if (size === capacity) {
      capacity *= 2;
      terms = widen(terms, capacity);
      postings = widen(postings, capacity);
      previous = widen(previous, capacity);
    }
    if (term >= termLimit) {
      termLimit = term + 1;
      if (term >= termCapacity) {
        while (term >= termCapacity) termCapacity *= 2;
        chains = widen(chains, 2 * termCapacity);
      }
    }
    terms[size] = term;
    postings[size] = posting;
    const chain = 2 * term;
    previous[size] = chains[chain] ?? 0;
    chains[chain] = ++size;
    chains[chain + 1] = (chains[chain + 1] ?? 0) + 1;
  };

  const frequency = (term: number): number => (term < termLimit ? (chains[2 * term + 1] ?? 0) : 0);

  return {
    get size() {
      return size;
    },
    get terms() {
      return termLimit;
    },
    get bytes() {
      return 12 * capacity + 8 * termCapacity;
    },
    push,
    frequency,
    collect(term) {
      const count = frequency(term);
      if (count > scratch.length) scratch = new Uint32Array(2 * count);
      let at = count;
      for (let entry = count > 0 ? (chains[2 * term] ?? 0) : 0; entry > 0; entry = previous[entry - 1] ?? 0) {
        scratch[--at] = postings[entry - 1] ?? 0;
      }
      return { packed: scratch, from: 0, to: count };
    },
    entries: () => ({ terms, postings }),
    since(mark) {
      const rest = createDelta();
      for (let entry = mark; entry < size; entry++) rest.push(terms[entry] ?? 0, postings[entry] ?? 0);
      return rest;
    },
  };
}
