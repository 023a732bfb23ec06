import type { ArticleChunks } from '../../../../ports/search-index.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { TermCounts } from '../postings/postings.ts';
import type { ReadBatch } from './read-batch.ts';

/** Puts articles that a reader has read into the index; `articles` are those of the batch, in order, and may hold withdrawn ones. */
export type PutBatch = (reader: number, articles: readonly ArticleChunks[], batch: ReadBatch) => void;

/**
 * Gives each reader's terms the numbers of the index. When batches come in the order of their articles, the numbers are those that
 * one thread would give: a term that is new to the index is new to its reader, too.
 */
export function createPutBatch(index: Pick<InvertedIndex, 'replace' | 'terms' | 'vocabulary'>): PutBatch {
  /** By reader: the index's number of each of its terms. */
  const numbers: NumberList[] = [];
  return (reader, articles, batch) => {
    for (const word of batch.words) index.vocabulary.add(word);
    const own = (numbers[reader] ??= createNumberList());
    if (batch.isFresh) own.clear();
    const { keys } = batch.arrays;
    for (let at = 0; at < keys.length; at += 2) own.add(index.terms.intern(keys[at] ?? 0, keys[at + 1] ?? 0));
    const documents = documentsOf(batch, own);
    let heads = 0;
    for (const { articleId, chunks } of articles)
      index.replace(articleId, chunks, 'loading', (sink) => {
        if (chunks.length === 0) return;
        for (let chunk = 0; chunk < chunks.length; chunk++) sink.chunk(documents.next());
        const head = batch.heads[heads++];
        if (head === undefined) throw new RangeError('a batch lacks an article');
        const titleTerms = head.titleTerms.map((term) => own.at(term));
        sink.article(documents.next(), { ...head, titleTerms });
      });
  };
}

/** The documents of a batch one after the other; their arrays are used again by the next one. */
function documentsOf({ arrays }: ReadBatch, numbers: NumberList) {
  const { sizes, lengths, norms, counts } = arrays;
  let document = 0;
  let at = 0;
  let terms = new Uint32Array(1 << 11);
  return {
    next(): TermCounts {
      const size = sizes[document] ?? 0;
      if (size > terms.length) terms = new Uint32Array(2 * size);
      numbers.translate(arrays.terms, at, size, terms);
      const counted = {
        size,
        terms,
        counts: counts.subarray(at, at + size),
        length: lengths[document] ?? 0,
        norm: norms[document] ?? 1,
      };
      document++;
      at += size;
      return counted;
    },
  };
}

type NumberList = ReturnType<typeof createNumberList>;

function createNumberList() {
  let numbers = new Uint32Array(1 << 12);
  let size = 0;
  return {
    clear(): void {
      size = 0;
    },
    add(number: number): void {
      if (size === numbers.length) {
        const wider = new Uint32Array(2 * size);
        wider.set(numbers);
        numbers = wider;
      }
      numbers[size++] = number;
    },
    at: (place: number): number => numbers[place] ?? 0,
    /** Writes the numbers behind `count` places of `from`, from `at` on, to `target`. */
    translate(from: Uint32Array, at: number, count: number, target: Uint32Array): void {
      const list = numbers;
      for (let i = 0; i < count; i++) target[i] = list[from[at + i] ?? 0] ?? 0;
    },
  };
}
