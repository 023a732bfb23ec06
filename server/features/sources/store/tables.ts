import type { SourceFields } from '../../../../contract/operator/sources.ts';
import type { Migration } from '../../../kit/database.ts';

export type SourceTables = {
  sources: SourceRow;
  source_articles: SourceArticleRow;
  /** One row: the number of changes, whose lock puts them one after the other. */
  source_changes: { id: number; count: number };
};

export type SourceRow = {
  id: string;
  name: string;
  kind: SourceFields['kind'];
  address: string;
  /** `''` where it is detected. */
  platform: string;
  folder: string;
  ending: SourceFields['ending'];
  every_hours: number;
  turn: SourceFields['turn'];
  /** As JSON, the secrets encrypted; `''` for none. */
  credentials: string;
  pages: number;
  /** `removing`: a tombstone until its text is gone everywhere. */
  state: 'on' | 'removing';
  /** Increases with every change that a reading depends on. */
  revision: number;
  /** The revision up to which nothing of a former place is in the index any more. */
  cleared: number;
  added_at: number;
  /** When a reading was asked for, 0 for never. */
  wanted_at: number;
  /** When the last reading began, 0 for never. */
  tried_at: number;
  /** When it ended, however it did; earlier than `tried_at` while one runs, and after a crash. */
  ended_at: number;
  /** When the last complete reading ended, 0 for never. */
  read_at: number;
  /** 1 when the last reading failed. */
  failed: number;
  /** What is to be said of the last reading; `''` when all is well. */
  problem: string;
};

export type SourceArticleRow = {
  source: string;
  id: string;
  /** The id by which its host knows it. */
  host_id: string;
  url: string;
  revision: string;
  /** The article without its text, as JSON. */
  head: string;
  format: 'html' | 'markdown';
  body: string;
};

export const sourceMigrations: readonly Migration[] = [
  {
    name: 'sources/1',
    up: async (db) => {
      let table = db.schema
        .createTable('sources')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('every_hours', 'integer', (column) => column.notNull())
        .addColumn('pages', 'integer', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('failed', 'integer', (column) => column.notNull());
      for (const name of ['name', 'kind', 'address', 'platform', 'folder', 'ending', 'state', 'problem'])
        table = table.addColumn(name, 'text', (column) => column.notNull());
      for (const name of ['added_at', 'wanted_at', 'tried_at', 'ended_at', 'read_at'])
        table = table.addColumn(name, 'bigint', (column) => column.notNull());
      await table.execute();
      await db.schema
        .createTable('source_changes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .execute();
      await db.insertInto('source_changes').values({ id: 1, count: 0 }).execute();
      let articles = db.schema
        .createTable('source_articles')
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull());
      for (const name of ['host_id', 'url', 'revision', 'head', 'format', 'body'])
        articles = articles.addColumn(name, 'text', (column) => column.notNull());
      await articles.addPrimaryKeyConstraint('source_articles_key', ['source', 'id']).execute();
    },
  },
  {
    name: 'sources/2',
    async up(db, engine) {
      const index = db.schema.createIndex('source_articles_url').on('source_articles').column('url');
      // Addresses may be longer than an entry of PostgreSQL's usual index.
      await (engine === 'postgres' ? index.using('hash') : index).execute();
    },
  },
  {
    name: 'sources/3',
    async up(db) {
      await db.schema
        .alterTable('sources')
        .addColumn('cleared', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
    },
  },
  {
    name: 'sources/4',
    async up(db) {
      await db.schema
        .alterTable('sources')
        .addColumn('turn', 'text', (column) => column.notNull().defaultTo('alike'))
        .execute();
    },
  },
  {
    name: 'sources/5',
    async up(db) {
      await db.schema
        .alterTable('sources')
        .addColumn('credentials', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
];
