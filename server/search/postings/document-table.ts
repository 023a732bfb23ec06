import { DEAD } from './compaction.ts';

/** Data of each document in typed arrays, by its number. Numbers of removed documents are reused once they are purged. */
export interface DocumentTable {
  readonly alive: number;
  /** Removed documents that are not purged yet. */
  readonly dead: number;
  /** One more than the highest number in use. */
  readonly limit: number;
  /** Mean length of all documents, including removed ones that are not purged; at least 1. */
  readonly averageLength: number;
  /** Counts the changes. */
  readonly changes: number;
  readonly lengths: Float32Array;
  readonly norms: Float32Array;
  readonly states: Uint8Array;
  readonly bytes: number;
  /** Returns a number for a new document with this length and norm. */
  add(length: number, norm: number): number;
  remove(document: number): void;
  isAlive(document: number): boolean;
  /** Purges removed documents that no list contains any more. */
  purge(documents: readonly number[]): void;
}

/** The arrays of a table, all of the same length. */
export interface SavedDocuments {
  readonly lengths: Float32Array<ArrayBuffer>;
  readonly norms: Float32Array<ArrayBuffer>;
  readonly states: Uint8Array<ArrayBuffer>;
}

export function createDocumentTable(saved?: SavedDocuments): DocumentTable {
  let lengths = new Float32Array(64);
  let norms = new Float32Array(64);
  let states = new Uint8Array(64);
  let limit = 0;
  let alive = 0;
  let dead = 0;
  let lengthSum = 0;
  let free: number[] = [];
  let changes = 0;

  saved?.states.forEach((state, document) => {
    if (state === FREE) free.push(document);
    else lengthSum += saved.lengths[document] ?? 0;
    if (state === ALIVE) alive++;
    if (state === DEAD) dead++;
  });
  if (saved && saved.states.length > 0) {
    ({ lengths, norms, states } = saved);
    limit = states.length;
  }

  const takeNumber = (): number => {
    const reused = free.pop();
    if (reused !== undefined) return reused;
    if (limit > MAX_DOCUMENT) throw new RangeError(`an index holds at most ${MAX_DOCUMENT + 1} documents`);
    if (limit === states.length) {
      lengths = doubled(lengths);
      norms = doubled(norms);
      const wider = new Uint8Array(2 * limit);
      wider.set(states);
      states = wider;
    }
    return limit++;
  };

  return {
    get alive() {
      return alive;
    },
    get dead() {
      return dead;
    },
    get limit() {
      return limit;
    },
    get averageLength() {
      return alive + dead === 0 ? 1 : Math.max(1, lengthSum / (alive + dead));
    },
    get changes() {
      return changes;
    },
    get lengths() {
      return lengths;
    },
    get norms() {
      return norms;
    },
    get states() {
      return states;
    },
    get bytes() {
      return 9 * states.length;
    },
    add(length, norm) {
      const document = takeNumber();
      changes++;
      states[document] = ALIVE;
      lengths[document] = length;
      norms[document] = norm;
      lengthSum += length;
      alive++;
      return document;
    },
    remove(document) {
      if (states[document] !== ALIVE) return;
      states[document] = DEAD;
      changes++;
      alive--;
      dead++;
    },
    isAlive: (document) => states[document] === ALIVE,
    purge(documents) {
      changes++;
      for (const document of documents) {
        states[document] = FREE;
        lengthSum -= lengths[document] ?? 0;
        lengths[document] = 0;
      }
      dead -= documents.length;
      free = free.concat(documents);
    },
  };
}

function doubled(values: Float32Array): Float32Array<ArrayBuffer> {
  const wider = new Float32Array(2 * values.length);
  wider.set(values);
  return wider;
}

const MAX_DOCUMENT = 0xffffff;

const FREE = 0;
const ALIVE = 1;
