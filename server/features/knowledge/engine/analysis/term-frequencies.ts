import { mixKey, type TermTable } from '../postings/term-table.ts';

/** The distinct terms of one document with their weighted counts, in the order of first occurrence. */
export interface TermFrequencies {
  /** Distinct terms in the bag; entry i is `highs[i]`, `lows[i]`, `counts[i]`, and `numbers[i]` once numbered. */
  readonly size: number;
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly counts: Uint32Array;
  readonly numbers: Int32Array;
  add(high: number, low: number, count: number): void;
  /** The same for a term whose number is known, so that nobody has to ask for it. */
  addNumbered(high: number, low: number, count: number, number: number): void;
  /** Adds all of another bag, with the numbers it has. */
  addAll(other: TermFrequencies): void;
  /** Gives each term that has none its number in the table. */
  number(table: TermTable): void;
  clear(): void;
}

const UNNUMBERED = -1;

/**
 * A reusable bag. Counting in this small table first keeps the large term table out of the inner loop:
 * it is asked once for each distinct term of a document instead of once for each occurrence.
 */
export function createTermFrequencies(): TermFrequencies {
  let capacity = 1 << 11;
  let slots = new Int32Array(capacity);
  let highs = new Uint32Array(capacity >> 1);
  let lows = new Uint32Array(capacity >> 1);
  let counts = new Uint32Array(capacity >> 1);
  let numbers = new Int32Array(capacity >> 1);
  let size = 0;

  const grow = () => {
    capacity *= 2;
    slots = new Int32Array(capacity);
    const old = { highs, lows, counts, numbers };
    highs = new Uint32Array(capacity >> 1);
    lows = new Uint32Array(capacity >> 1);
    counts = new Uint32Array(capacity >> 1);
    numbers = new Int32Array(capacity >> 1);
    const entries = size;
    size = 0;
    for (let i = 0; i < entries; i++)
      put(old.highs[i] ?? 0, old.lows[i] ?? 0, old.counts[i] ?? 0, old.numbers[i] ?? UNNUMBERED);
  };

  /** A slot holds the entry's number plus one, so that a cleared table is all zeros. */
  const put = (high: number, low: number, count: number, number: number) => {
    const mask = capacity - 1;
    let slot = mixKey(high, low) & mask;
    for (;;) {
      const entry = (slots[slot] ?? 0) - 1;
      if (entry < 0) break;
      if (lows[entry] === low && highs[entry] === high) {
        counts[entry] = (counts[entry] ?? 0) + count;
        return;
      }
      slot = (slot + 1) & mask;
    }
    highs[size] = high;
    lows[size] = low;
    counts[size] = count;
    numbers[size] = number;
    slots[slot] = ++size;
    if (size === capacity >> 1) grow();
  };

  return {
    get size() {
      return size;
    },
    get highs() {
      return highs;
    },
    get lows() {
      return lows;
    },
    get counts() {
      return counts;
    },
    get numbers() {
      return numbers;
    },
    add: (high, low, count) => put(high, low, count, UNNUMBERED),
    addNumbered: put,
    addAll(other) {
      const { size: all, highs: high, lows: low, counts: count, numbers: number } = other;
      for (let i = 0; i < all; i++) put(high[i] ?? 0, low[i] ?? 0, count[i] ?? 0, number[i] ?? UNNUMBERED);
    },
    number(table) {
      for (let i = 0; i < size; i++) {
        if (numbers[i] === UNNUMBERED) numbers[i] = table.intern(highs[i] ?? 0, lows[i] ?? 0);
      }
    },
    clear() {
      slots.fill(0);
      size = 0;
    },
  };
}
