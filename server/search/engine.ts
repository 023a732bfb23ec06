import type {
  ArticleChunks,
  IndexChunk,
  IndexStats,
  KeywordQuery,
  KeywordResult,
  Retrieval,
  RetrieveQuery,
} from '../ports/search-index.ts';
import { createInvertedIndex, restoreInvertedIndex, type InvertedIndex } from './postings/inverted-index.ts';
import { createLexical } from './query/lexical.ts';
import { createRetrieve } from './query/retrieve.ts';
import type { SavedSections, SnapshotSection } from './sections.ts';
import { createScores } from './scores/scores.ts';
import type { Sums } from './scores/sums.ts';
import { createAdmission } from './query/scoped.ts';
import { createSearch } from './query/search.ts';
import { createTranslate } from './query/translate.ts';
import { shippedDictionary, type Dictionary } from '../text/dictionary/dictionary.ts';
import { createYieldEvery } from '../work/event-loop.ts';

/**
 * The search index of a site in memory, derived from its records: it contains what was put in since the process
 * started. All methods but `load`, `settle` and `replaceInTurns` are synchronous and take a few milliseconds.
 */
export interface Engine {
  /**
   * Replaces an article's chunks; none removes the article. Throws RangeError for vectors of other dimensions and
   * then changes nothing.
   */
  replaceArticle(articleId: string, chunks: readonly IndexChunk[]): void;
  /** The same for an article of any length, yielding to other work; to be called for one article at a time. */
  replaceInTurns(article: ArticleChunks): Promise<void>;
  removeArticle(articleId: string): void;
  /** Removes all vectors; later ones may have other dimensions. */
  forgetVectors(): void;
  /** Adds many articles, yielding to other work every few milliseconds; rejects with the signal's reason when aborted. */
  load(articles: Iterable<ArticleChunks> | AsyncIterable<ArticleChunks>, signal?: AbortSignal): Promise<void>;
  /** Adds some articles of a whole site; call `settle` after the last. */
  take(articles: Iterable<ArticleChunks>): void;
  /** Compacts everything that was added, yielding to other work. */
  settle(): Promise<void>;
  /** The chunks that may answer a question, and the results of each retriever. */
  retrieve(query: RetrieveQuery): Retrieval;
  /** The articles for a keyword of the search box, each with its best chunk. */
  search(query: KeywordQuery): KeywordResult;
  stats(): IndexStats;
  /**
   * A snapshot of the current state, to be saved. Changes may continue while its blocks are read. Only one snapshot
   * at a time; `release` ends the reading.
   */
  capture(): { readonly sections: readonly SnapshotSection[]; release(): void };
}

export interface EngineOptions {
  /** Another dictionary than the shipped one. */
  readonly dictionary?: Dictionary;
}

export const createEngine = (options: EngineOptions = {}): Engine =>
  engineOver(createInvertedIndex(), options);

/** Restores a saved engine. Rejects with RangeError when its parts are inconsistent. */
export const restoreEngine = async (saved: SavedSections): Promise<Engine> =>
  engineOver(await restoreInvertedIndex(saved), {});

/** Queries over an index. `sums` are reused from one index to the next, since their memory is dear to make. */
export type Queries = Pick<Engine, 'retrieve' | 'search'>;

export function createQueries(index: InvertedIndex, dictionary: Dictionary, sums?: Sums): Queries {
  const scores = createScores(index, sums);
  const admission = createAdmission(index);
  const lexical = createLexical(index, scores, admission);
  const translate = createTranslate(index, dictionary);
  const retrieve = createRetrieve(index, lexical, translate, admission);
  const search = createSearch(index, lexical, { translate, admission });
  return {
    retrieve(query) {
      admission.only(query.within);
      return retrieve(query);
    },
    search(query) {
      admission.only(query.within);
      return search(query);
    },
  };
}

function engineOver(index: InvertedIndex, options: EngineOptions): Engine {
  return {
    ...createQueries(index, options.dictionary ?? shippedDictionary),
    replaceArticle: (articleId, chunks) => index.replace(articleId, chunks),
    replaceInTurns: (article) => index.replaceInTurns(article, createYieldEvery(TURN_MS)),
    removeArticle: index.remove,
    forgetVectors: index.vectors.clear,
    take(articles) {
      for (const { articleId, chunks } of articles) index.replace(articleId, chunks, 'loading');
    },
    async settle() {
      const yieldIfDue = createYieldEvery(TURN_MS);
      while (!index.compact(COMPACTION_STEP, 'all')) await yieldIfDue();
    },
    async load(articles, signal) {
      const yieldIfDue = createYieldEvery(TURN_MS, signal);
      for await (const article of articles) {
        if (article.chunks.length > CHUNKS_A_TURN) await index.replaceInTurns(article, yieldIfDue, 'loading');
        else this.take([article]);
        await yieldIfDue();
      }
      await this.settle();
    },
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

/** The longest stretch of work without a yield to the event loop. */
const TURN_MS = 8;

/** Chunks of an article that are read in a few milliseconds; more are read in several turns. */
const CHUNKS_A_TURN = 20;

const COMPACTION_STEP = 200_000;
