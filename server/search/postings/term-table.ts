import { largeArray } from '../large-array.ts';
import {
  inTurns,
  numberSection,
  readNumbers,
  type SavedSections,
  type SnapshotSection,
} from '../sections.ts';

/**
 * Assigns numbers to terms: a term is a 64-bit key (see `analyze.ts`), its number a small integer that indexes typed
 * arrays. The keys are stored in the order of their numbers and found by open addressing: no strings, 14 to 28 bytes
 * per term. Numbers are never removed; a site's vocabulary grows slowly, and a rebuild starts anew.
 */
export interface TermTable {
  /** The number of terms; their numbers run from 0. */
  readonly size: number;
  readonly bytes: number;
  /** The number of a term; a new term gets one. */
  intern(high: number, low: number): number;
  /** The same for `size` terms with one upper lane; their numbers are written to `numbers`. */
  internAll(high: number, lows: Uint32Array, size: number, numbers: Uint32Array): void;
  /** The number of a term, -1 when it is unknown. */
  find(high: number, low: number): number;
  /** The key of the term with this number. */
  high(number: number): number;
  low(number: number): number;
  /** The current keys, to be saved; later ones are appended after them. */
  capture(): SnapshotSection[];
}

/** An empty table with room for `expected` terms. */
export function createTermTable(expected = 0): TermTable {
  let capacity = SMALLEST;
  while (expected > FULLEST * capacity) capacity *= 2;
  // A slot contains a term's number plus one, so that zeros mean empty slots.
  let slots = largeArray(capacity);
  let keys = largeArray(2 * Math.max(SMALLEST / 2, expected));
  let size = 0;

  /** Index of the key's slot, or of the free slot where it belongs. */
  const placeOf = (high: number, low: number): number => {
    const mask = capacity - 1;
    let slot = mixKey(high, low) & mask;
    for (;;) {
      const entry = slots[slot] ?? 0;
      if (entry === 0 || (keys[2 * entry - 1] === low && keys[2 * entry - 2] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  };

  const grow = () => {
    capacity *= 2;
    slots = largeArray(capacity);
    const mask = capacity - 1;
    for (let entry = 1; entry <= size; entry++) {
      let slot = mixKey(keys[2 * entry - 2] ?? 0, keys[2 * entry - 1] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
  };

  const reserve = (more: number) => {
    while (size + more > FULLEST * capacity) grow();
    if (2 * (size + more) > keys.length)
      keys = widen(keys, 2 * Math.max(size + more, Math.ceil(GROWTH * (keys.length / 2))));
  };

  const internAll: TermTable['internAll'] = (high, lows, count, numbers) => {
    reserve(count);
    const [slot, key, mask] = [slots, keys, capacity - 1];
    let entries = size;
    for (let i = 0; i < count; i++) {
      const low = lows[i] ?? 0;
      let at = mixKey(high, low) & mask;
      let entry = slot[at] ?? 0;
      while (entry !== 0 && (key[2 * entry - 1] !== low || key[2 * entry - 2] !== high)) {
        at = (at + 1) & mask;
        entry = slot[at] ?? 0;
      }
      if (entry === 0) {
        key[2 * entries] = high;
        key[2 * entries + 1] = low;
        slot[at] = entry = ++entries;
      }
      numbers[i] = entry - 1;
    }
    size = entries;
  };
  const one = new Uint32Array(1);

  return {
    get size() {
      return size;
    },
    get bytes() {
      return slots.byteLength + keys.byteLength;
    },
    intern(high, low) {
      one[0] = low;
      internAll(high, one, 1, one);
      return one[0] ?? 0;
    },
    internAll,
    find: (high, low) => (slots[placeOf(high, low)] ?? 0) - 1,
    high: (number) => keys[2 * number] ?? 0,
    low: (number) => keys[2 * number + 1] ?? 0,
    capture: () => [numberSection(SECTION, keys.subarray(0, 2 * size))],
  };
}

/** Restores a saved table. */
export async function restoreTermTable(saved: SavedSections): Promise<TermTable> {
  const keys = await readNumbers(saved, SECTION);
  const count = keys.length / 2;
  const table = createTermTable(count);
  await inTurns(count, (term) => table.intern(keys[2 * term] ?? 0, keys[2 * term + 1] ?? 0));
  if (table.size !== count) throw new RangeError('a term was saved twice');
  return table;
}

const SECTION = 'terms';

/** Initial room for the terms of a question, which has a table of its own. */
const SMALLEST = 1 << 9;

/** Maximum share of used slots; above it, probe sequences get long. */
const FULLEST = 0.65;
const GROWTH = 1.5;

/** Hashes a key: one round of the finisher of MurmurHash3. */
function mixKey(high: number, low: number): number {
  let hash = Math.imul(high ^ (low >>> 15), 0x85ebca6b) ^ low;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The same values in a longer array. */
export function widen(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const wider = largeArray(length);
  wider.set(values);
  return wider;
}
