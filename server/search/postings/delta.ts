import { widen } from './term-table.ts';

/**
 * Postings added since the last compaction, in order of arrival. Each entry is linked to the previous one of its term
 * when the term is first read, and reading a term follows its chain.
 */
export interface Delta {
  /** Number of entries. */
  readonly size: number;
  /** One more than the highest term with an entry. */
  readonly terms: number;
  readonly bytes: number;
  push(term: number, posting: number): void;
  /** Adds a posting of the document for each of the first `size` terms. */
  pushAll(document: number, size: number, terms: Uint32Array, counts: Uint32Array): void;
  frequency(term: number): number;
  /** The term's postings, oldest first, in an array reused by the next call. */
  collect(term: number): { readonly packed: Uint32Array; readonly from: 0; readonly to: number };
  /** All entries in order of arrival: the term and the posting of each. Valid until the next push. */
  entries(): { readonly terms: Uint32Array; readonly postings: Uint32Array };
  /** A new delta with the entries from `mark` on. */
  since(mark: number): Delta;
}

/** The highest count that a posting can hold. */
const MAX_COUNT = 255;

export function createDelta(): Delta {
  let capacity = 1 << 10;
  let terms = new Uint32Array(capacity);
  let postings = new Uint32Array(capacity);
  let previous = new Uint32Array(0);
  let linked = 0;
  let size = 0;

  let termCapacity = 1 << 10;
  // Two numbers per term: its last entry plus one (0 for none), and the number of its entries.
  let chains = new Uint32Array(2 * termCapacity);
  let termLimit = 0;
  let scratch = new Uint32Array(1 << 8);

  const reserve = (more: number) => {
    if (size + more <= capacity) return;
    while (size + more > capacity) capacity *= 2;
    terms = widen(terms, capacity);
    postings = widen(postings, capacity);
  };

  const push = (term: number, posting: number) => {
    reserve(1);
    terms[size] = term;
    postings[size++] = posting;
    if (term >= termLimit) termLimit = term + 1;
  };

  /** Links the entries added since the last read. Adding without reading, as while a site is loaded, needs no chains. */
  const link = () => {
    if (linked === size) return;
    if (previous.length < size) previous = widen(previous, capacity);
    if (termLimit > termCapacity) {
      while (termLimit > termCapacity) termCapacity *= 2;
      chains = widen(chains, 2 * termCapacity);
    }
    for (; linked < size; linked++) {
      const chain = 2 * (terms[linked] ?? 0);
      previous[linked] = chains[chain] ?? 0;
      chains[chain] = linked + 1;
      chains[chain + 1] = (chains[chain + 1] ?? 0) + 1;
    }
  };

  const frequency = (term: number): number => {
    link();
    return term < termLimit ? (chains[2 * term + 1] ?? 0) : 0;
  };

  return {
    get size() {
      return size;
    },
    get terms() {
      return termLimit;
    },
    get bytes() {
      return 8 * capacity + 4 * previous.length + 8 * termCapacity;
    },
    push,
    pushAll(document, added, itsTerms, counts) {
      reserve(added);
      const [term, posting] = [terms, postings];
      let highest = termLimit - 1;
      for (let i = 0; i < added; i++) {
        const one = itsTerms[i] ?? 0;
        const count = counts[i] ?? 0;
        term[size + i] = one;
        posting[size + i] = (document << 8) | (count > MAX_COUNT ? MAX_COUNT : count);
        if (one > highest) highest = one;
      }
      size += added;
      termLimit = highest + 1;
    },
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
