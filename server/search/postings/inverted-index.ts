import type { AskedGroup } from '../../ports/candidates.ts';
import type { ArticleChunks, IndexChunk } from '../../ports/search-index.ts';
import { createAnalyzer } from '../analysis/analyze.ts';
import { createArticleReader, type ReadArticle } from '../analysis/read-article.ts';
import { createDirectory, restoreDirectory, type Directory } from './directory.ts';
import { createPostings, restorePostings, type Pace, type Postings } from './postings.ts';
import type { SavedSections, SnapshotSection } from '../sections.ts';
import { createTermTable, restoreTermTable, type TermTable } from './term-table.ts';
import { createVectors, type Vectors } from '../vectors/vectors.ts';
import { createVocabulary, restoreVocabulary, type Vocabulary } from './vocabulary.ts';

/** The parts of an index over all articles of a site, or over the candidates for one question (`rescoring/`). */
export interface Structures {
  readonly terms: TermTable;
  /** One document per chunk, with all kinds of terms. */
  readonly chunks: Postings;
  /** One document per article, with the kinds that BM25 counts. */
  readonly articles: Postings;
  readonly vectors: Vectors;
  readonly vocabulary: Vocabulary;
  /** Maps the numbers in the postings to chunks and articles. */
  readonly directory: Directory;
  /** Called with what a query is about to read, when the index contains only candidates. */
  readonly wanted?: (read: Wanted) => void;
}

/** Terms that a query is about to read. */
export interface Wanted {
  /** Terms of the n-gram similarity, with their counts in the question. */
  readonly likeness?: AskedGroup;
  readonly passages?: readonly AskedGroup[];
  readonly articles?: readonly AskedGroup[];
  readonly titles?: readonly AskedGroup[];
}

/** Everything that is indexed. */
export interface InvertedIndex extends Structures {
  readonly bytes: number;
  /** Replaces an article and performs some due compaction. Throws RangeError for vectors of other dimensions and then changes nothing. */
  replace(articleId: string, chunks: readonly IndexChunk[], pace?: Pace): void;
  /** The same for an article of any length: `turn` is awaited between its chunks. Queries see either the whole article or none of it. */
  replaceInTurns(article: ArticleChunks, turn: () => Promise<void>, pace?: Pace): Promise<void>;
  remove(articleId: string): void;
  /** Compacts up to `work` postings at this pace; true when finished. */
  compact(work: number, pace?: Pace): boolean;
  /** A snapshot of the current state, to be saved while changes continue; `vectors.release` ends that. */
  capture(): SnapshotSection[];
}

/** Postings of compaction done for each posting added, so that it never falls behind and never stalls. */
const COMPACTION_PACE = 16;

/** Postings compacted in one turn, which takes some milliseconds. */
const COMPACTION_STEP = 50_000;

export function createInvertedIndex(structures: Structures = emptyStructures()): InvertedIndex {
  const { terms, chunks, articles, vectors, vocabulary, directory } = structures;
  const { analyze, forget } = createAnalyzer(terms, vocabulary.add);
  const reader = createArticleReader(analyze);

  const enter = (
    { articleId, chunks: parts }: ArticleChunks,
    { title, titleTerms, language, whole }: ReadArticle,
    numbers: readonly number[],
  ) => {
    const article = articles.add(whole);
    directory.add(
      { article, chunks: numbers },
      { id: articleId, title, titleTerms, language },
      parts.map(({ id }) => id),
    );
    numbers.forEach((chunk, index) => {
      const vector = parts[index]?.vector;
      if (vector !== undefined) vectors.set(chunk, vector);
    });
  };

  const remove = (articleId: string) => {
    const entry = directory.remove(articleId);
    if (entry === undefined) return;
    articles.remove(entry.article);
    for (const chunk of entry.chunks) {
      chunks.remove(chunk);
      vectors.remove(chunk);
    }
  };

  const compact = (work: number, pace?: Pace): boolean => {
    const articlesDone = articles.advance(work, pace);
    const isDone = chunks.advance(work, pace) && articlesDone;
    // The cache of words is not needed for the few articles that change later.
    if (isDone && pace === 'all') forget();
    return isDone;
  };

  return {
    ...structures,
    get bytes() {
      const counted = [chunks, articles, vectors, terms, directory].reduce(
        (sum, { bytes }) => sum + bytes,
        0,
      );
      return counted + vocabulary.size * BYTES_A_WORD;
    },
    replace(articleId, parts, pace) {
      checkVectors(parts, vectors, directory.entry(articleId)?.chunks ?? []);
      remove(articleId);
      const numbers: number[] = [];
      const read = reader.readAtOnce(parts, (terms) => numbers.push(chunks.add(terms)));
      if (read) enter({ articleId, chunks: parts }, read, numbers);
      compact(COMPACTION_PACE * (1 + (read?.size ?? 0)), pace);
    },
    async replaceInTurns(article, turn, pace) {
      const { articleId, chunks: parts } = article;
      const { documents, read } = await reader.readInTurns(parts, turn);
      checkVectors(parts, vectors, directory.entry(articleId)?.chunks ?? []);
      remove(articleId);
      const numbers = documents.map((terms) => chunks.add(terms));
      if (read) enter(article, read, numbers);
      for (let left = COMPACTION_PACE * (1 + (read?.size ?? 0)); left > 0; left -= COMPACTION_STEP) {
        await turn();
        if (compact(Math.min(left, COMPACTION_STEP), pace)) break;
      }
    },
    remove(articleId) {
      remove(articleId);
      compact(COMPACTION_PACE * TYPICAL_CHUNK_TERMS);
    },
    compact,
    capture: () => [
      ...terms.capture(),
      ...chunks.capture(CHUNKS),
      ...articles.capture(ARTICLES),
      ...vectors.capture(),
      ...vocabulary.capture(),
      ...directory.capture(),
    ],
  };
}

const emptyStructures = (): Structures => ({
  terms: createTermTable(),
  chunks: createPostings(),
  articles: createPostings(),
  vectors: createVectors(),
  vocabulary: createVocabulary(),
  directory: createDirectory(),
});

/** Restores a saved index. Rejects with RangeError when its parts are inconsistent. */
export async function restoreInvertedIndex(saved: SavedSections): Promise<InvertedIndex> {
  const terms = await restoreTermTable(saved);
  const chunks = await restorePostings(saved, CHUNKS, terms.size);
  const articles = await restorePostings(saved, ARTICLES, terms.size);
  const vectors = createVectors();
  await vectors.restore(saved);
  const vocabulary = await restoreVocabulary(saved);
  const directory = await restoreDirectory(saved);
  return createInvertedIndex({ terms, chunks, articles, vectors, vocabulary, directory });
}

const CHUNKS = 'chunks';
const ARTICLES = 'articles';

const BYTES_A_WORD = 80;

/** Distinct terms of a typical chunk, for the amount of compaction after a removal. */
const TYPICAL_CHUNK_TERMS = 500;

/** All vectors must have the same dimensions; replacing the only article with vectors may change them. */
function checkVectors(parts: readonly IndexChunk[], vectors: Vectors, own: readonly number[]): void {
  const ownVectors = own.filter((chunk) => vectors.has(chunk)).length;
  let expected = vectors.size > ownVectors ? vectors.dimensions : 0;
  for (const { id, vector } of parts) {
    if (vector === undefined) continue;
    expected ||= vector.length;
    if (vector.length !== expected || vector.length === 0) {
      throw new RangeError(
        `chunk ${id} has a vector of ${vector.length} dimensions, the index holds ${expected}`,
      );
    }
    if (!vector.every(Number.isFinite))
      throw new RangeError(`the vector of chunk ${id} has values that are no numbers`);
  }
}
