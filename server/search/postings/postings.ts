import { beginCompaction, type Compaction } from './compaction.ts';
import { createDelta, type Delta } from './delta.ts';
import { createDocumentTable, type SavedDocuments } from './document-table.ts';
import { holdsDocument } from './posting-list.ts';
import { nothingSealed, restoreSealed, type EncodedList, type Sealed } from './sealed.ts';
import {
  inTurns,
  numberSection,
  readBytes,
  readFloats,
  readNumbers,
  type SavedSections,
  type SnapshotSection,
} from '../sections.ts';

/**
 * An inverted index in typed arrays: the documents that contain each term, with counts. A sealed base (compressed
 * lists, see `sealed.ts`) serves nearly all reads; newer postings are in a delta; removed documents are tombstones
 * until the next compaction. Compaction runs in small steps (`advance`), so that no caller waits for all of it.
 *
 * A posting is read as one number: the document's number in the upper 24 bits, the count (at most 255) in the lower
 * 8. Documents are numbered by the index; numbers of removed documents are reused after compaction.
 */
export interface Postings {
  /** Documents in the statistics, tombstones included until they are compacted away. */
  readonly total: number;
  readonly alive: number;
  /** One more than the highest document number in use: the length of an accumulator. */
  readonly limit: number;
  /** Mean length of the documents in the statistics, at least 1. */
  readonly averageLength: number;
  /** Bytes held by the arrays. */
  readonly bytes: number;
  /** Length and norm of each document, by number, as given to `add`. */
  readonly lengths: Float32Array;
  readonly norms: Float32Array;
  /** Adds a document; returns its number. */
  add(document: TermCounts): number;
  remove(document: number): void;
  isAlive(document: number): boolean;
  /** By document number, 1 for each that exists; for loops over all documents. */
  readonly states: Uint8Array;
  /** Number of documents that contain the term, tombstones included until compaction. */
  frequency(term: number): number;
  /** The postings of a term as one or two slices of arrays; valid until the next write or `slices`. */
  slices(term: number): readonly Slice[];
  /** The sealed postings of a term in compressed form, and those of the delta; valid until the next write or read of the delta. */
  sealed(term: number): EncodedList | undefined;
  late(term: number): Uint32Array;
  /** True when the document contains the term; for checking a few documents. */
  holds(term: number, document: number): boolean;
  /** Counts changes of document data: existence, lengths, norms, mean. */
  readonly changes: number;
  /** Compacts up to `work` postings if compaction is due at this pace; true when none is left. */
  advance(work: number, pace?: Pace): boolean;
  /** A snapshot of the current state, to be saved under this name. */
  capture(name: string): SnapshotSection[];
}

/** When compaction is due: at the usual size, rarely while a whole site is loaded, or as long as the delta has entries. */
export type Pace = 'usual' | 'loading' | 'all';

/** A document to add: its `size` distinct terms with their counts, its length for BM25 and its norm for the cosine. */
export interface TermCounts {
  readonly size: number;
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  readonly length: number;
  readonly norm: number;
}

export interface Slice {
  readonly packed: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The content of what `capture` has saved. */
interface SavedPostings {
  readonly base: Sealed;
  readonly documents: SavedDocuments;
  readonly delta: Delta;
}

export function createPostings(saved?: SavedPostings): Postings {
  const documents = createDocumentTable(saved?.documents);
  let base = saved?.base ?? nothingSealed;
  let delta = saved?.delta ?? createDelta();
  let compaction: Compaction | undefined;
  let list = new Uint32Array(1 << 10);

  const isDue = (pace: Pace) => {
    if (pace === 'all') return delta.size > 0 || documents.dead > 0;
    const { least, share, most } = paces[pace];
    return (
      delta.size > Math.min(most, Math.max(least, base.size * share)) ||
      documents.dead > Math.max(MIN_DEAD, documents.alive / 8)
    );
  };

  const finish = (done: Compaction) => {
    base = done.result();
    delta = delta.since(done.mark);
    documents.purge(done.purged);
    compaction = undefined;
  };

  return {
    get total() {
      return documents.alive + documents.dead;
    },
    get alive() {
      return documents.alive;
    },
    get limit() {
      return documents.limit;
    },
    get averageLength() {
      return documents.averageLength;
    },
    get bytes() {
      return base.bytes + delta.bytes + documents.bytes;
    },
    get changes() {
      return documents.changes;
    },
    get lengths() {
      return documents.lengths;
    },
    get states() {
      return documents.states;
    },
    get norms() {
      return documents.norms;
    },
    add({ size, terms, counts, length, norm }) {
      const document = documents.add(length, norm);
      delta.pushAll(document, size, terms, counts);
      return document;
    },
    remove: documents.remove,
    isAlive: documents.isAlive,
    frequency: (term) => base.frequency(term) + delta.frequency(term),
    slices(term) {
      const found: Slice[] = [];
      const to = base.frequency(term);
      if (to > 0) {
        if (to > list.length) list = new Uint32Array(2 * to);
        base.read(term, list);
        found.push({ packed: list, from: 0, to });
      }
      const late = delta.collect(term);
      if (late.to > 0) found.push(late);
      return found;
    },
    sealed: (term) => base.encoded(term),
    late(term) {
      const { packed, to } = delta.collect(term);
      return packed.subarray(0, to);
    },
    holds(term, document) {
      const list = base.encoded(term);
      if (list !== undefined && holdsDocument(list.bytes, 0, list.size, document)) return true;
      const { packed, to } = delta.collect(term);
      for (let i = 0; i < to; i++) if ((packed[i] ?? 0) >>> 8 === document) return true;
      return false;
    },
    advance(work, pace = 'usual') {
      if (compaction === undefined) {
        if (!isDue(pace)) return true;
        compaction = beginCompaction(base, delta, documents.states.slice());
      }
      if (!compaction.step(work)) return false;
      finish(compaction);
      return !isDue(pace);
    },
    capture(name) {
      const late = delta.entries();
      const { lengths, norms, states, limit } = documents;
      return [
        ...base.capture(name),
        numberSection(`${name} late terms`, late.terms.subarray(0, delta.size)),
        numberSection(`${name} late postings`, late.postings.subarray(0, delta.size)),
        // These arrays change in place, so they are copied; they are small.
        numberSection(`${name} lengths`, lengths.slice(0, limit)),
        numberSection(`${name} norms`, norms.slice(0, limit)),
        numberSection(`${name} states`, states.slice(0, limit)),
      ];
    },
  };
}

/** Restores the postings saved under this name, over `terms` terms. */
export async function restorePostings(saved: SavedSections, name: string, terms: number): Promise<Postings> {
  const base = await restoreSealed(saved, name);
  const lengths = await readFloats(saved, `${name} lengths`);
  const norms = await readFloats(saved, `${name} norms`);
  const states = await readBytes(saved, `${name} states`);
  const lateTerms = await readNumbers(saved, `${name} late terms`);
  const latePostings = await readNumbers(saved, `${name} late postings`);
  const fits =
    base.terms <= terms &&
    lengths.length === states.length &&
    norms.length === states.length &&
    lateTerms.length === latePostings.length;
  if (!fits) throw new RangeError(`the saved postings of ${name} do not fit together`);
  const delta = createDelta();
  await inTurns(lateTerms.length, (entry) => delta.push(lateTerms[entry] ?? 0, latePostings[entry] ?? 0));
  return createPostings({ base, documents: { lengths, norms, states }, delta });
}

/**
 * Compaction is due when the delta has at least this many postings and this share of the base. Loading uses fewer,
 * longer runs; the upper limit keeps the memory for sorting at some 300 MB.
 */
const paces = {
  usual: { least: 1 << 17, share: 1 / 8, most: Number.POSITIVE_INFINITY },
  loading: { least: 1 << 22, share: 1 / 2, most: 1 << 24 },
} as const;
const MIN_DEAD = 256;
