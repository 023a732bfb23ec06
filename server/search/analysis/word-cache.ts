/**
 * Cache of the terms of spaced words by a hash of their letters. Words recur constantly; a cached word needs neither
 * a string of its own nor a look-up of each of its four-grams.
 */
export interface WordCache {
  /** The number of the word from `from` to `to` of a text, or -1. */
  find(text: string, from: number, to: number): number;
  /** Stores the terms of the word that `find` looked up last; returns its number. */
  add(terms: readonly number[]): number;
  /** Writes the terms of a word to `target` from `at` on, its stem first; returns the end. */
  copy(word: number, target: Uint32Array, at: number): number;
  clear(): void;
}

export function createWordCache(): WordCache {
  let capacity = SMALLEST;
  // Three numbers per slot: both halves of the hash, and the word's number plus one, so that zeros mean empty slots.
  let slots = new Uint32Array(3 * capacity);
  let starts = new Uint32Array(capacity);
  let terms = new Uint32Array(8 * capacity);
  let size = 0;
  let [high, low] = [0, 0];

  const placeOf = (): number => {
    for (let slot = low % capacity; ; slot = slot + 1 === capacity ? 0 : slot + 1) {
      const at = 3 * slot;
      if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
    }
  };

  const clear = () => {
    capacity = SMALLEST;
    slots = new Uint32Array(3 * capacity);
    starts = new Uint32Array(capacity);
    terms = new Uint32Array(8 * capacity);
    size = 0;
  };

  const grow = () => {
    const old = slots;
    capacity *= 2;
    slots = new Uint32Array(3 * capacity);
    starts = widen(starts, capacity);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] === 0) continue;
      [high, low] = [old[at] ?? 0, old[at + 1] ?? 0];
      slots.set(old.subarray(at, at + 3), placeOf());
    }
  };

  return {
    find(text, from, to) {
      let one = 0x811c9dc5;
      let other = to - from;
      for (let i = from; i < to; i++) {
        const code = text.charCodeAt(i);
        one = Math.imul(one ^ code, 0x01000193);
        other = Math.imul(other ^ code, 0x5bd1e995);
        other ^= other >>> 15;
      }
      high = other >>> 0;
      low = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) >>> 0;
      return (slots[placeOf() + 2] ?? 0) - 1;
    },
    add(own) {
      if (size === MAX_CACHED_WORDS) clear();
      else if (2 * (size + 2) > capacity) {
        const asked = [high, low] as const;
        grow();
        [high, low] = asked;
      }
      const at = placeOf();
      const start = starts[size] ?? 0;
      while (start + own.length > terms.length) terms = widen(terms, 2 * terms.length);
      terms.set(own, start);
      starts[size + 1] = start + own.length;
      slots[at] = high;
      slots[at + 1] = low;
      slots[at + 2] = ++size;
      return size - 1;
    },
    copy(word, target, at) {
      let place = at;
      const end = starts[word + 1] ?? 0;
      for (let i = starts[word] ?? 0; i < end; i++) target[place++] = terms[i] ?? 0;
      return place;
    },
    clear,
  };
}

function widen(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(length);
  wider.set(values);
  return wider;
}

const SMALLEST = 1 << 8;

/** The cache is bounded to some ten megabytes and is cleared when full. */
const MAX_CACHED_WORDS = 1 << 17;
