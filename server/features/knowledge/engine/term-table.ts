/**
 * Numbers terms: a term is a 64-bit key (see `analyze.ts`), its number is a small integer that indexes
 * typed arrays. Open addressing over two 32-bit lanes: no strings, 18 to 37 bytes a term.
 * Numbers are never taken back; a site's vocabulary grows slowly and a restart begins anew.
 */
export interface TermTable {
  /** How many terms have a number; numbers run from 0. */
  readonly size: number;
  readonly bytes: number;
  /** The number of a term, given one now if it is new. */
  intern(high: number, low: number): number;
  /** The number of a term, or -1 when it was never seen. */
  find(high: number, low: number): number;
}

export function createTermTable(): TermTable {
  let capacity = 1 << 12;
  // A slot is three numbers side by side, so that a look costs one memory access: number plus one, and both lanes.
  let slots = new Uint32Array(SLOT * capacity);
  let size = 0;

  /** Where in `slots` the key stands, or the free place where it belongs. */
  const placeOf = (high: number, low: number): number => {
    const mask = capacity - 1;
    let slot = mixKey(high, low) & mask;
    for (;;) {
      const place = SLOT * slot;
      if (slots[place] === 0 || (slots[place + 2] === low && slots[place + 1] === high)) return place;
      slot = (slot + 1) & mask;
    }
  };

  const put = (place: number, entry: number, high: number, low: number) => {
    slots[place] = entry;
    slots[place + 1] = high;
    slots[place + 2] = low;
  };

  const grow = () => {
    const old = slots;
    capacity *= 2;
    slots = new Uint32Array(SLOT * capacity);
    for (let place = 0; place < old.length; place += SLOT) {
      const entry = old[place] ?? 0;
      if (entry === 0) continue;
      const high = old[place + 1] ?? 0;
      const low = old[place + 2] ?? 0;
      put(placeOf(high, low), entry, high, low);
    }
  };

  return {
    get size() {
      return size;
    },
    get bytes() {
      return slots.byteLength;
    },
    intern(high, low) {
      const place = placeOf(high, low);
      const known = slots[place] ?? 0;
      if (known > 0) return known - 1;
      put(place, ++size, high, low);
      const number = size - 1;
      if (size > FULLEST * capacity) grow();
      return number;
    },
    find: (high, low) => (slots[placeOf(high, low)] ?? 0) - 1,
  };
}

const SLOT = 3;

/** Beyond this share of used slots, runs of them grow long. */
const FULLEST = 0.65;

/** Spreads a key over the table: one round of the finisher of MurmurHash3. */
export function mixKey(high: number, low: number): number {
  let hash = Math.imul(high ^ (low >>> 15), 0x85ebca6b) ^ low;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The same values in a longer array. */
export function widen(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(length);
  wider.set(values);
  return wider;
}
