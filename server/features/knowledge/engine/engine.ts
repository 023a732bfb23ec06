import type {
  ArticleChunks,
  IndexChunk,
  IndexStats,
  KeywordQuery,
  KeywordResult,
  Retrieval,
  RetrieveQuery,
} from '../../../ports/search-index.ts';
import { setImmediate } from 'node:timers/promises';
import { createInvertedIndex, restoreInvertedIndex, type InvertedIndex } from './postings/inverted-index.ts';
import { createLexical } from './query/lexical.ts';
import { createRetrieve } from './query/retrieve.ts';
import type { SavedSections, Section } from './sections.ts';
import { createScores } from './scores/scores.ts';
import { createSearch } from './query/search.ts';

/**
 * The search index of a site, held in memory and derived from its records: what it holds is what was put
 * in since the process began. All methods but `load` and `settle` are synchronous and take a few milliseconds.
 */
export interface Engine {
  /** Puts an article's chunks in place of what it had; none removes it. RangeError for vectors of other dimensions, nothing is changed then. */
  replaceArticle(articleId: string, chunks: readonly IndexChunk[]): void;
  removeArticle(articleId: string): void;
  /** Takes out all vectors; those that come next may have other dimensions. */
  forgetVectors(): void;
  /** Puts in many articles, pausing for other work every few milliseconds; stops with the signal's reason. */
  load(articles: Iterable<ArticleChunks> | AsyncIterable<ArticleChunks>, signal?: AbortSignal): Promise<void>;
  /** Puts in some articles of a whole site; `settle` follows when all are there. */
  take(articles: Iterable<ArticleChunks>): void;
  /** Makes one base of all that came, pausing for other work. */
  settle(): Promise<void>;
  /** Does a few milliseconds of the compaction that is due after many changes; true when none is left. */
  compactStep(): boolean;
  /** The chunks that may answer a question, what each retriever found, and whether the site covers it. */
  retrieve(query: RetrieveQuery): Retrieval;
  /** The articles for a keyword of the search box, each with its best chunk. */
  search(query: KeywordQuery): KeywordResult;
  stats(): IndexStats;
  /**
   * Everything as it is now, to be saved; changes may go on while the blocks are read. Only one picture at a time;
   * `release` ends the reading.
   */
  capture(): { readonly sections: readonly Section[]; release(): void };
}

export interface EngineOptions {
  /** Evidence from which the level is `answers`, instead of the calibrated one. */
  readonly answersFrom?: number;
}

export const createEngine = (options: EngineOptions = {}): Engine =>
  engineOver(createInvertedIndex(), options);

/** The engine that was saved. Rejects with RangeError when its parts do not fit together. */
export const restoreEngine = async (saved: SavedSections): Promise<Engine> =>
  engineOver(await restoreInvertedIndex(saved), {});

function engineOver(index: InvertedIndex, options: EngineOptions): Engine {
  const scores = createScores(index);
  const lexical = createLexical(index, scores);

  return {
    replaceArticle: (articleId, chunks) => index.replace(articleId, chunks),
    removeArticle: index.remove,
    forgetVectors: index.vectors.clear,
    take(articles) {
      for (const { articleId, chunks } of articles) index.replace(articleId, chunks, 'loading');
    },
    async settle() {
      const pause = createPause();
      while (!index.compact(COMPACTION_STEP, 'all')) await pause();
    },
    async load(articles, signal) {
      const pause = createPause(signal);
      for await (const article of articles) {
        this.take([article]);
        await pause();
      }
      await this.settle();
    },
    compactStep: () => index.compact(COMPACTION_STEP),
    retrieve: createRetrieve(index, lexical, options.answersFrom),
    search: createSearch(index, lexical, scores),
    stats: () => ({
      chunks: index.chunks.alive,
      articles: index.articles.alive,
      vectors: index.vectors.size,
      dimensions: index.vectors.dimensions,
      bytes: index.bytes,
    }),
    capture: () => ({ sections: index.capture(), release: index.vectors.release }),
  };
}

/** A turn of the event loop every few milliseconds; stops with the signal's reason. */
function createPause(signal?: AbortSignal): () => Promise<void> {
  let paused = performance.now();
  return async () => {
    if (performance.now() - paused < PAUSE_EVERY_MS) return;
    await setImmediate();
    signal?.throwIfAborted();
    paused = performance.now();
  };
}

const PAUSE_EVERY_MS = 8;

const COMPACTION_STEP = 200_000;
