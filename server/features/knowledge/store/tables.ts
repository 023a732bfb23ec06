import { sql, type Kysely } from 'kysely';
import { bytesType, type Migration } from '../../../kit/database.ts';

export type KnowledgeTables = {
  index_generations: GenerationRow;
  /** Implausible disappearances of articles, of the site (`''`) and of sources, and whether the removal is confirmed. */
  removal_holds: { source: string; missing: number; since: number; confirmed: number };
  /** At most one row: the site whose articles are indexed. */
  /** `settings` is what {@link KeptSite} says; rows of earlier versions have none. */
  followed_site: { id: number; site: string; settings: string };
  /** One row: the last sequence number given out. */
  index_state: { id: number; seq: number };
  indexed_articles: ArticleRow;
  chunks: ChunkRow;
  /** The blocks of each article as JSON, for quoting. */
  article_blocks: { generation: number; article_id: string; blocks: string };
  /** Generations in the search engine; the one that serves has 1. */
  engine_indexes: {
    generation: number;
    layout: number;
    dimensions: number;
    seq: number;
    is_serving: number;
  };
  vectors: { signature: string; vector_key: string; vector: Uint8Array; made_at: number };
};

export type GenerationRow = {
  generation: number;
  /**
   * `building` → `active` → `retired`: its rows stay for processes that still answer from it → `gone`: only this row
   * remains, which keeps the vectors of its signature for a while.
   */
  status: 'building' | 'active' | 'retired' | 'gone';
  /** Embedding model and dimensions that the vectors of this generation have; `''` without vectors. */
  signature: string;
  /** Fingerprint of the settings that passages depend on. */
  chunking: string;
  started_at: number;
  /** Time when it stopped serving, 0 before. */
  ended_at: number;
  /** Time when it was first up to date with the whole site, 0 before; until then it does not answer. */
  levelled_at: number;
};

/**
 * `waiting`: listed by the host, not read yet; `cleared`: removed by the administrator until it changes; `removed`:
 * no longer published.
 */
export type ArticleState = 'waiting' | 'indexed' | 'failed' | 'cleared' | 'removed';

export type ArticleRow = {
  generation: number;
  id: string;
  /** Increases with every change, so that other processes find new ones. */
  seq: number;
  state: ArticleState;
  revision: string;
  content_hash: string;
  title: string;
  url: string;
  tags: string;
  categories: string;
  published_at: string;
  created_at: string;
  modified_at: string;
  visits: number | null;
  excerpt: string;
  chunk_count: number;
  keyword_chunks: number;
  error: string;
  indexed_at: number;
  /** Key of the address in the index of paths; `''` in rows that an earlier version wrote. */
  path_key: string;
};

export type ChunkRow = {
  generation: number;
  article_id: string;
  identity: string;
  chunk_index: number;
  text: string;
  heading_path: string;
  anchor: string;
  tokens: number;
  keywords: string;
  vector_key: string;
};

export const knowledgeMigrations: readonly Migration[] = [
  {
    name: 'knowledge/1',
    up: async (db, engine) => {
      await db.schema
        .createTable('index_generations')
        .addColumn('generation', 'integer', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('signature', 'text', (column) => column.notNull())
        .addColumn('chunking', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('index_state')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .execute();
      await db.insertInto('index_state').values({ id: 1, seq: 0 }).execute();
      await createArticles(db);
      await createChunks(db);
      await db.schema
        .createTable('vectors')
        .addColumn('signature', 'text', (column) => column.notNull())
        .addColumn('vector_key', 'text', (column) => column.notNull())
        .addColumn('vector', bytesType(engine), (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('vectors_pk', ['signature', 'vector_key'])
        .execute();
    },
  },
  {
    name: 'knowledge/2',
    up: async (db) => {
      await db.schema
        .createTable('article_blocks')
        .addColumn('generation', 'integer', (column) => column.notNull())
        .addColumn('article_id', 'text', (column) => column.notNull())
        .addColumn('blocks', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('article_blocks_pk', ['generation', 'article_id'])
        .execute();
    },
  },
  {
    name: 'knowledge/removal-hold',
    up: async (db) => {
      await db.schema
        .createTable('removal_hold')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('missing', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('confirmed', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'knowledge/levelled',
    up: async (db) => {
      await db.schema
        .alterTable('index_generations')
        .addColumn('levelled_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db
        .updateTable('index_generations')
        .set({ levelled_at: sql`started_at` })
        .where('status', '=', 'active')
        .where(
          'generation',
          'in',
          db.selectFrom('indexed_articles').select('generation').where('state', '=', 'indexed'),
        )
        .execute();
    },
  },
  {
    name: 'knowledge/followed-site',
    up: async (db) => {
      await db.schema
        .createTable('followed_site')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('site', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'knowledge/followed-site-settings',
    up: async (db) => {
      await db.schema
        .alterTable('followed_site')
        .addColumn('settings', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  {
    name: 'knowledge/search-engine',
    up: async (db) => {
      await db.schema
        .createTable('engine_generations')
        .addColumn('generation', 'integer', (column) => column.primaryKey())
        .addColumn('dimensions', 'integer', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('is_serving', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'knowledge/heads',
    up: async (db) => {
      await db.schema
        .alterTable('indexed_articles')
        .addColumn('path_key', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema
        .createIndex('indexed_articles_path')
        .on('indexed_articles')
        .columns(['generation', 'path_key'])
        .execute();
      await sql`create index indexed_articles_leading
        on indexed_articles (generation, coalesce(visits, 0) desc, modified_at desc)`.execute(db);
    },
  },
  {
    // Processes of earlier versions go on with `engine_generations`, which no later one reads.
    name: 'knowledge/search-engine-layouts',
    up: async (db) => {
      await db.schema
        .createTable('engine_indexes')
        .addColumn('generation', 'integer', (column) => column.notNull())
        .addColumn('layout', 'integer', (column) => column.notNull())
        .addColumn('dimensions', 'integer', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('is_serving', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('engine_indexes_pk', ['generation', 'layout'])
        .execute();
    },
  },
  {
    // Processes of earlier versions go on with `removal_hold`, which no later one reads: the next crawl finds out anew.
    name: 'knowledge/removal-holds',
    up: async (db) => {
      await db.schema
        .createTable('removal_holds')
        .addColumn('source', 'text', (column) => column.primaryKey())
        .addColumn('missing', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('confirmed', 'integer', (column) => column.notNull())
        .execute();
    },
  },
];

async function createArticles(db: Kysely<any>): Promise<void> {
  let table = db.schema
    .createTable('indexed_articles')
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('visits', 'bigint')
    .addColumn('chunk_count', 'integer', (column) => column.notNull())
    .addColumn('keyword_chunks', 'integer', (column) => column.notNull())
    .addColumn('indexed_at', 'bigint', (column) => column.notNull());
  const texts = ['state', 'revision', 'content_hash', 'title', 'url', 'tags', 'categories'] as const;
  const more = ['published_at', 'created_at', 'modified_at', 'excerpt', 'error'] as const;
  for (const name of [...texts, ...more]) table = table.addColumn(name, 'text', (column) => column.notNull());
  await table.addPrimaryKeyConstraint('indexed_articles_pk', ['generation', 'id']).execute();
  await db.schema
    .createIndex('indexed_articles_seq')
    .on('indexed_articles')
    .columns(['generation', 'seq'])
    .execute();
}

async function createChunks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chunks')
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('article_id', 'text', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('chunk_index', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('heading_path', 'text', (column) => column.notNull())
    .addColumn('anchor', 'text', (column) => column.notNull())
    .addColumn('tokens', 'integer', (column) => column.notNull())
    .addColumn('keywords', 'text', (column) => column.notNull())
    .addColumn('vector_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chunks_pk', ['generation', 'article_id', 'identity'])
    .execute();
  // True when a passage still needs a vector.
  await db.schema.createIndex('chunks_vector').on('chunks').column('vector_key').execute();
}
