import type { Database } from '../../kit/database.ts';
import { createArticleChanges } from './store/article-changes.ts';
import { createArticles } from './store/articles.ts';
import { createBlocks } from './store/blocks.ts';
import { createHeadLists } from './store/head-lists.ts';
import { createHeadQueries } from './store/head-queries.ts';
import { createGenerationSizes } from './store/generation-sizes.ts';
import { createEngineGenerations } from './store/engine-generations.ts';
import { createGenerations } from './store/generations.ts';
import { createRemovalHoldStore } from './store/removal-hold.ts';
import { createArticleErasure } from './store/erase-articles.ts';
import { createGarbageQueries } from './store/garbage.ts';
import { createPassages } from './store/passages.ts';
import { createStoredVectors } from './store/vectors.ts';
import { createArticleWrites } from './store/write-articles.ts';

export type { IndexCounts, KnownHead } from './store/articles.ts';
export type { IndexSettings } from './store/generations.ts';
export type { ArticleEntry, Generation, IndexedArticle, StoredChunk } from './store/rows.ts';
export { knowledgeMigrations, type ArticleState } from './store/tables.ts';

/** The records of the index, from which every process builds its search structures; `layout` is that of the search engine. */
export const createKnowledgeStore = (database: Database, layout = 0) => ({
  ...createGenerations(database),
  ...createEngineGenerations(database, layout),
  ...createArticles(database),
  ...createArticleChanges(database),
  ...createHeadLists(database),
  ...createHeadQueries(database),
  ...createArticleWrites(database),
  ...createArticleErasure(database),
  ...createPassages(database),
  ...createBlocks(database),
  ...createStoredVectors(database),
  ...createGenerationSizes(database),
  ...createGarbageQueries(database),
  ...createRemovalHoldStore(database),
});

export type KnowledgeStore = ReturnType<typeof createKnowledgeStore>;
