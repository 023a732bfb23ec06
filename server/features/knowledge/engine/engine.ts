import { setImmediate } from 'node:timers/promises';
import { createInvertedIndex, type EngineChunk } from './inverted-index.ts';
import { createRetrieve, type Retrieval, type RetrieveQuery } from './retrieve.ts';
import { createSearch, type KeywordQuery, type KeywordResult } from './search.ts';

/**
 * The search index of a site, held in memory and derived from its records: what it holds is what was put
 * in since the process began. All methods but `load` are synchronous and take a few milliseconds.
 */
export interface Engine {
  /** Puts an article's chunks in place of what it had; none removes it. RangeError for vectors of other dimensions, nothing is changed then. */
  replaceArticle(articleId: string, chunks: readonly EngineChunk[]): void;
  removeArticle(articleId: string): void;
  /** Puts in many articles, pausing for other work every few milliseconds; stops with the signal's reason. */
  load(articles: Iterable<ArticleChunks> | AsyncIterable<ArticleChunks>, signal?: AbortSignal): Promise<void>;
  /** Does a few milliseconds of the compaction that is due after many changes; true when none is left. */
  compactStep(): boolean;
  /** The chunks that may answer a question, what each retriever found, and whether the site covers it. */
  retrieve(query: RetrieveQuery): Retrieval;
  /** The articles for a keyword of the search box, each with its best chunk. */
  search(query: KeywordQuery): KeywordResult;
  stats(): EngineStats;
}

export interface ArticleChunks {
  readonly articleId: string;
  readonly chunks: readonly EngineChunk[];
}

export interface EngineStats {
  readonly chunks: number;
  readonly articles: number;
  readonly vectors: number;
  /** Dimensions of the vectors, 0 without any. */
  readonly dimensions: number;
  /** Memory of the index, estimated to a few per cent. */
  readonly bytes: number;
}

export interface EngineOptions {
  /** Evidence from which a question counts as covered, instead of the calibrated one. */
  readonly coveredFrom?: number;
}

export function createEngine(options: EngineOptions = {}): Engine {
  const index = createInvertedIndex();

  return {
    replaceArticle: (articleId, chunks) => index.replace(articleId, chunks),
    removeArticle: index.remove,
    async load(articles, signal) {
      let paused = performance.now();
      const pause = async () => {
        if (performance.now() - paused < PAUSE_EVERY_MS) return;
        await setImmediate();
        signal?.throwIfAborted();
        paused = performance.now();
      };
      for await (const { articleId, chunks } of articles) {
        index.replace(articleId, chunks, LOADING_SHARE);
        await pause();
      }
      while (!index.compact(COMPACTION_STEP, 0)) await pause();
    },
    compactStep: () => index.compact(COMPACTION_STEP),
    retrieve: createRetrieve(index, options.coveredFrom),
    search: createSearch(index),
    stats: () => ({
      chunks: index.chunks.alive,
      articles: index.articles.alive,
      vectors: index.vectors.size,
      dimensions: index.vectors.dimensions,
      bytes: index.bytes,
    }),
  };
}

const PAUSE_EVERY_MS = 8;

/** While loading, the delta may grow to this share of the base before it is compacted: fewer, longer runs. */
const LOADING_SHARE = 0.5;
const COMPACTION_STEP = 200_000;
