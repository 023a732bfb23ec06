import type { ArticleChunks, IndexChunk } from '../../../../ports/search-index.ts';
import { guessLanguage, type Language } from '../../../../text/language.ts';
import { stemLanguage } from '../../../../text/morphology/stem.ts';
import { withoutNumber } from '../../../../text/question/headings.ts';
import { foldText } from '../../../../text/text.ts';
import { createAnalyzer } from '../analysis/analyze.ts';
import { createTermCounter, wordTerms } from '../analysis/count-terms.ts';
import { createDirectory, restoreDirectory, type Directory } from './directory.ts';
import { createPostings, restorePostings, type Pace, type Postings, type TermCounts } from './postings.ts';
import type { SavedSections, Section } from '../sections.ts';
import { createTermFrequencies, type TermFrequencies } from '../analysis/term-frequencies.ts';
import { createTermTable, restoreTermTable, type TermTable } from './term-table.ts';
import { kinds } from '../analysis/term.ts';
import { createVectors, type Vectors } from '../vectors/vectors.ts';
import { createVocabulary, restoreVocabulary, type Vocabulary } from './vocabulary.ts';

interface Structures {
  readonly terms: TermTable;
  /** One document per chunk, with all kinds of terms. */
  readonly chunks: Postings;
  /** One document per article, with the kinds that BM25 counts. */
  readonly articles: Postings;
  readonly vectors: Vectors;
  readonly vocabulary: Vocabulary;
  /** Maps the numbers in the postings to chunks and articles. */
  readonly directory: Directory;
}

/** Everything that is indexed. */
export interface InvertedIndex extends Structures {
  readonly bytes: number;
  /** Replaces an article and performs some due compaction. Throws RangeError for vectors of other dimensions and then changes nothing. */
  replace(articleId: string, chunks: readonly IndexChunk[], pace?: Pace): void;
  /** The same for an article of any length: `turn` is awaited between its chunks. Queries meet the whole article or none of it. */
  replaceInTurns(article: ArticleChunks, turn: () => Promise<void>, pace?: Pace): Promise<void>;
  remove(articleId: string): void;
  /** Compacts up to `work` postings at this pace; true when finished. */
  compact(work: number, pace?: Pace): boolean;
  /** A snapshot of the current state, to be saved while changes continue; `vectors.release` ends that. */
  capture(): Section[];
}

/** Weight of a title term relative to a term of the text. Headings, tags and keywords count once. */
const TITLE_WEIGHT = 3;

/** Postings of compaction done for each posting added, so that it never falls behind and never stalls. */
const COMPACTION_PACE = 16;

/** Postings compacted in one turn, which takes some milliseconds. */
const COMPACTION_STEP = 50_000;

/** What is read of an article besides the terms of its chunks; `size` is the number of terms that it adds, about. */
interface ReadArticle {
  readonly title: string;
  readonly titleTerms: Uint32Array;
  readonly language: Language;
  readonly size: number;
}

/** Bags for the terms of one article at a time. */
const createBags = () => ({
  /** Of its title and tags. */
  about: createTermFrequencies(),
  /** Of all of it. */
  whole: createTermFrequencies(),
  name: createTermFrequencies(),
  /** Of one chunk. */
  bag: createTermFrequencies(),
});

type Bags = ReturnType<typeof createBags>;

const copyOf = ({ size, terms, counts, ...numbers }: TermCounts): TermCounts => ({
  ...numbers,
  size,
  terms: terms.slice(0, size),
  counts: counts.slice(0, size),
});

export function createInvertedIndex(structures: Structures = emptyStructures()): InvertedIndex {
  const { terms, chunks, articles, vectors, vocabulary, directory } = structures;
  const shared = createBags();
  const count = createTermCounter();
  const { analyze, forget } = createAnalyzer(terms, vocabulary.add);

  /** Reads the chunks of an article one after the other and hands over the terms of each, in arrays that the next one reuses. */
  function* read(
    parts: readonly IndexChunk[],
    { about, whole, name, bag }: Bags,
    take: (terms: TermCounts) => unknown,
  ): Generator<undefined, ReadArticle | undefined> {
    const [first] = parts;
    if (first === undefined) return undefined;
    const language = guessLanguage(sampleOf(first.title, parts));
    const stems = stemLanguage(language);
    about.clear();
    whole.clear();
    analyze(first.title, TITLE_WEIGHT, about, stems);
    name.clear();
    analyze(withoutNumber(first.title), 1, name, stems);
    const titleTerms = wordTerms(name);
    for (const tag of first.tags) analyze(tag, 1, about, stems);
    for (const part of parts) {
      bag.clear();
      analyze(part.text, 1, bag, stems);
      whole.addAll(bag, kinds.pair);
      for (const extra of [...part.headingPath, ...(part.keywords ?? [])]) analyze(extra, 1, bag, stems);
      bag.addAll(about);
      take(count(bag, kinds.wordPair));
      yield;
    }
    whole.addAll(about, kinds.pair);
    for (const heading of new Set(parts.flatMap((part) => part.headingPath)))
      analyze(heading, 1, whole, stems);
    return { title: foldText(first.title), titleTerms, language, size: whole.size + parts.length * bag.size };
  }

  const enter = (
    { articleId, chunks: parts }: ArticleChunks,
    { title, titleTerms, language }: ReadArticle,
    numbers: readonly number[],
    whole: TermFrequencies,
  ) => {
    const article = articles.add(count(whole, kinds.pair));
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
      const reading = read(parts, shared, (terms) => numbers.push(chunks.add(terms)));
      let step = reading.next();
      while (step.done !== true) step = reading.next();
      if (step.value) enter({ articleId, chunks: parts }, step.value, numbers, shared.whole);
      compact(COMPACTION_PACE * (1 + (step.value?.size ?? 0)), pace);
    },
    async replaceInTurns(article, turn, pace) {
      const { articleId, chunks: parts } = article;
      const bags = createBags();
      const documents: TermCounts[] = [];
      const reading = read(parts, bags, (terms) => documents.push(copyOf(terms)));
      let step = reading.next();
      for (; step.done !== true; step = reading.next()) await turn();
      checkVectors(parts, vectors, directory.entry(articleId)?.chunks ?? []);
      remove(articleId);
      if (step.value)
        enter(
          article,
          step.value,
          documents.map((terms) => chunks.add(terms)),
          bags.whole,
        );
      for (let left = COMPACTION_PACE * (1 + (step.value?.size ?? 0)); left > 0; left -= COMPACTION_STEP) {
        await turn();
        if (compact(Math.min(left, COMPACTION_STEP), pace)) break;
      }
    },
    remove(articleId) {
      remove(articleId);
      compact(COMPACTION_PACE * MOST_COMMON_SIZE);
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

/** Characters of an article from which its language is guessed. */
const LANGUAGE_SAMPLE = 400;

/** The beginning of an article: the first passage alone may be a list of names, which shows no language. */
function sampleOf(title: string, parts: readonly IndexChunk[]): string {
  let sample = title;
  for (const { text } of parts) {
    if (sample.length >= LANGUAGE_SAMPLE) break;
    sample += ` ${text.slice(0, LANGUAGE_SAMPLE)}`;
  }
  return sample;
}

const BYTES_A_WORD = 80;

/** Distinct terms of a typical chunk, for the amount of compaction after a removal. */
const MOST_COMMON_SIZE = 500;

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
