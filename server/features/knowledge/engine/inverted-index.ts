import { foldText } from '../../../kit/text.ts';
import { analyze } from './analyze.ts';
import { countingNorm } from './character-ngrams.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { createPostings, type Postings, type TermCounts } from './postings.ts';
import { createTermFrequencies, type TermFrequencies } from './term-frequencies.ts';
import { createTermTable, widen, type TermTable } from './term-table.ts';
import { isNgramKind, isPassageKind, kindOf } from './term.ts';
import { createVectors, type Vectors } from './vectors.ts';

/** A chunk of an article, the unit that is found. */
export interface EngineChunk {
  readonly id: string;
  readonly articleId: string;
  readonly title: string;
  /** Headings above the chunk, outermost first. */
  readonly headingPath: readonly string[];
  readonly tags: readonly string[];
  readonly keywords?: readonly string[];
  readonly text: string;
  readonly vector?: Float32Array;
}

/** Everything that is indexed, and what the numbers in the postings stand for. */
export interface InvertedIndex {
  readonly terms: TermTable;
  /** One document for each chunk: all kinds of terms. */
  readonly chunks: Postings;
  /** One document for each article: the kinds that BM25 counts. */
  readonly articles: Postings;
  readonly vectors: Vectors;
  readonly vocabulary: Vocabulary;
  /** The article's number of a chunk's number. */
  readonly articleOf: Uint32Array;
  readonly bytes: number;
  chunkId(chunk: number): string;
  articleId(article: number): string;
  /** Folded titles by article number, empty for numbers without an article. */
  readonly titles: readonly string[];
  /** The numbers of an article's chunks in reading order. */
  chunksOf(article: number): readonly number[];
  /** Puts an article in place of what it had; compacts a little when due. Throws RangeError for vectors of other dimensions, and then changes nothing. */
  replace(articleId: string, chunks: readonly EngineChunk[], share?: number): void;
  remove(articleId: string): void;
  /** Does up to `work` postings of compaction, all that is due when 0 is the share; true when done. */
  compact(work: number, share?: number): boolean;
}

/** How often a term of a title counts against one of the text. Headings, tags and keywords count once. */
const TITLE_WEIGHT = 3;

/** Postings of compaction done for each posting added, so that it never falls behind and never stalls. */
const COMPACTION_PACE = 16;

export function createInvertedIndex(): InvertedIndex {
  const terms = createTermTable();
  const chunks = createPostings();
  const articles = createPostings();
  const vectors = createVectors();
  const vocabulary = createVocabulary();
  const documents = new Map<string, Entry>();
  const articleIds: string[] = [];
  const titles: string[] = [];
  const chunkIds: string[] = [];
  let articleOf = new Uint32Array(64);

  const bag = createTermFrequencies();
  const about = createTermFrequencies();
  const whole = createTermFrequencies();

  const count = createCounter(terms);

  const place = (articleId: string, parts: readonly EngineChunk[]) => {
    const [first] = parts;
    if (first === undefined) return;
    about.clear();
    whole.clear();
    const onWord = vocabulary.add;
    analyze(first.title, TITLE_WEIGHT, about, onWord);
    for (const tag of first.tags) analyze(tag, 1, about, onWord);
    const numbers = parts.map((part) => {
      bag.clear();
      analyze(part.text, 1, bag, onWord);
      bag.number(terms);
      whole.addAll(bag);
      for (const extra of [...part.headingPath, ...(part.keywords ?? [])]) analyze(extra, 1, bag, onWord);
      bag.addAll(about);
      return chunks.add(count(bag, anyKind));
    });
    whole.addAll(about);
    for (const heading of new Set(parts.flatMap((part) => part.headingPath))) analyze(heading, 1, whole);
    const article = articles.add(count(whole, isPassageKind));
    articleIds[article] = articleId;
    titles[article] = foldText(first.title);
    documents.set(articleId, { article, chunks: numbers });
    numbers.forEach((chunk, index) => {
      const part = parts[index];
      if (chunk >= articleOf.length) articleOf = widen(articleOf, 2 * chunk);
      articleOf[chunk] = article;
      chunkIds[chunk] = part?.id ?? '';
      if (part?.vector !== undefined) vectors.set(chunk, part.vector);
    });
  };

  const remove = (articleId: string) => {
    const entry = documents.get(articleId);
    if (entry === undefined) return;
    documents.delete(articleId);
    articles.remove(entry.article);
    titles[entry.article] = '';
    for (const chunk of entry.chunks) {
      chunks.remove(chunk);
      vectors.remove(chunk);
      chunkIds[chunk] = '';
    }
  };

  const compact = (work: number, share?: number): boolean => {
    const articlesDone = articles.advance(work, share);
    return chunks.advance(work, share) && articlesDone;
  };

  return {
    terms,
    chunks,
    articles,
    vectors,
    vocabulary,
    titles,
    get articleOf() {
      return articleOf;
    },
    get bytes() {
      const strings = 2 * (chunkIds.length * 24 + titles.reduce((sum, title) => sum + title.length, 0));
      return (
        chunks.bytes + articles.bytes + vectors.bytes + terms.bytes + vocabulary.size * BYTES_A_WORD + strings
      );
    },
    chunkId: (chunk) => chunkIds[chunk] ?? '',
    articleId: (article) => articleIds[article] ?? '',
    chunksOf: (article) => documents.get(articleIds[article] ?? '')?.chunks ?? [],
    replace(articleId, parts, share) {
      checkVectors(parts, vectors, documents.get(articleId)?.chunks ?? []);
      remove(articleId);
      place(articleId, parts);
      compact(COMPACTION_PACE * (whole.size + parts.length * bag.size) + COMPACTION_PACE, share);
    },
    remove(articleId) {
      remove(articleId);
      compact(COMPACTION_PACE * MOST_COMMON_SIZE);
    },
    compact,
  };
}

interface Entry {
  readonly article: number;
  readonly chunks: readonly number[];
}

const BYTES_A_WORD = 80;

/** Distinct terms of a usual chunk, for the share of compaction that a removal does. */
const MOST_COMMON_SIZE = 500;

const anyKind = (): boolean => true;

/** Numbers and counts the terms of a bag that pass; the arrays are used again by the next call. */
function createCounter(
  table: TermTable,
): (bag: TermFrequencies, accept: (kind: number) => boolean) => TermCounts {
  let terms = new Uint32Array(1 << 10);
  let counts = new Uint32Array(1 << 10);
  return (bag, accept) => {
    if (bag.size > terms.length) {
      terms = new Uint32Array(2 * bag.size);
      counts = new Uint32Array(2 * bag.size);
    }
    let size = 0;
    let length = 0;
    let squares = 0;
    bag.number(table);
    const { size: all, highs, counts: occurrences, numbers } = bag;
    for (let i = 0; i < all; i++) {
      const high = highs[i] ?? 0;
      const kind = kindOf(high);
      if (!accept(kind)) continue;
      const count = occurrences[i] ?? 0;
      terms[size] = numbers[i] ?? 0;
      counts[size++] = count;
      if (isPassageKind(kind)) length += count;
      if (isNgramKind(kind)) squares += countingNorm(count);
    }
    return { size, terms, counts, length, norm: Math.sqrt(squares) || 1 };
  };
}

/** All vectors must have the dimensions of the others; an article that alone holds vectors may change them. */
function checkVectors(parts: readonly EngineChunk[], vectors: Vectors, own: readonly number[]): void {
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
