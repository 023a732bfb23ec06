import type { TermCounts } from '../postings/postings.ts';
import { createTermTable } from '../postings/term-table.ts';
import { createArticleReader, type ReadableChunk, type ReadHead } from './article-reader.ts';

/** Counted terms of some articles, as a thread hands them over. Term numbers are those of the reader that made it. */
export interface ReadBatch {
  /** The reader has begun anew: the numbers of its earlier terms are no longer meant. */
  readonly isFresh: boolean;
  /** Words that the reader has learnt, in the order of the texts. */
  readonly words: readonly string[];
  /** One for each article, all of which have chunks. */
  readonly heads: readonly ReadHead[];
  /** Moved to the receiver instead of copied. */
  readonly arrays: {
    /** The keys of terms that are new to the reader, two numbers each, in the order of their numbers. */
    readonly keys: Uint32Array<ArrayBuffer>;
    /** By document, an article's chunks before itself: distinct terms, length and norm, see `TermCounts`. */
    readonly sizes: Uint32Array<ArrayBuffer>;
    readonly lengths: Float64Array<ArrayBuffer>;
    readonly norms: Float64Array<ArrayBuffer>;
    /** The terms of all documents one after the other, and their counts. */
    readonly terms: Uint32Array<ArrayBuffer>;
    readonly counts: Uint32Array<ArrayBuffer>;
  };
}

/** Terms after which a reader begins anew, which bounds its memory to some 60 MB; to name terms again costs a tenth of putting them in. */
const MOST_TERMS = 1 << 21;

/** Reads batches of articles with a table of terms of its own. */
export function createBatchReader(mostTerms = MOST_TERMS) {
  let words: string[] = [];
  const begin = () => {
    const table = createTermTable();
    return { table, reader: createArticleReader(table, (word) => words.push(word)) };
  };
  let { table, reader } = begin();
  let isFresh = true;

  return (articles: readonly (readonly ReadableChunk[])[]): ReadBatch => {
    if (table.size > mostTerms) {
      ({ table, reader } = begin());
      isFresh = true;
    }
    const known = table.size;
    words = [];
    const heads: ReadHead[] = [];
    const kept = createKept();
    for (const parts of articles)
      reader.read(parts, {
        chunk: kept.add,
        article(counts, head) {
          kept.add(counts);
          heads.push(head);
        },
      });
    const keys = new Uint32Array(2 * (table.size - known));
    for (let term = known; term < table.size; term++) {
      keys[2 * (term - known)] = table.high(term);
      keys[2 * (term - known) + 1] = table.low(term);
    }
    const batch = {
      isFresh,
      words,
      heads,
      arrays: { keys, ...kept.arrays() },
    };
    isFresh = false;
    return batch;
  };
}

/** Collects the counts of documents in arrays that grow. */
function createKept() {
  let terms = new Uint32Array(1 << 16);
  let counts = new Uint32Array(1 << 16);
  let used = 0;
  const sizes: number[] = [];
  const lengths: number[] = [];
  const norms: number[] = [];
  const widened = (values: Uint32Array<ArrayBuffer>, length: number) => {
    const wider = new Uint32Array(length);
    wider.set(values);
    return wider;
  };
  return {
    add(document: TermCounts): void {
      const { size } = document;
      if (used + size > terms.length) {
        const length = Math.max(used + size, 2 * terms.length);
        terms = widened(terms, length);
        counts = widened(counts, length);
      }
      terms.set(document.terms.subarray(0, size), used);
      counts.set(document.counts.subarray(0, size), used);
      used += size;
      sizes.push(size);
      lengths.push(document.length);
      norms.push(document.norm);
    },
    arrays: () => ({
      sizes: Uint32Array.from(sizes),
      lengths: Float64Array.from(lengths),
      norms: Float64Array.from(norms),
      terms: terms.subarray(0, used),
      counts: counts.subarray(0, used),
    }),
  };
}
