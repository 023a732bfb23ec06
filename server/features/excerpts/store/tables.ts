import type { Migration } from '../../../kit/database.ts';

export type ExcerptTables = {
  excerpts: ExcerptRow;
  /** One row while new articles are followed. */
  excerpt_follow: { name: string; since: number };
  excerpt_items: ItemRow;
};

/** What Docent knows of the excerpt of one article. */
export type ExcerptRow = {
  article_id: string;
  /** 1: it is written again when the article changes. */
  auto: number;
  /** Fingerprint of the text that Docent wrote; `''` when it wrote none. */
  text_hash: string;
  /** The same of a text that is about to be written: a crash must not turn it into a person's. */
  intended_hash: string;
  /** Fingerprint of the article that it was written from. */
  content_hash: string;
  model: string;
  written_at: number;
  /** The newest revision of the article that was looked at, and the fingerprint it had; `''` when not looked at. */
  seen_revision: string;
  seen_hash: string;
  /** Fingerprint of the article for which no excerpt is wanted, or could be written, by itself. */
  tried_hash: string;
};

/** One article of a batch. */
export type ItemRow = {
  job_id: string;
  place: number;
  article_id: string;
  title: string;
  outcome: 'waiting' | 'success' | 'skipped' | 'failed';
  /** The excerpt that was written. */
  text: string;
  /** Why there is none. */
  message: string;
};

export const excerptMigrations: readonly Migration[] = [
  {
    name: 'excerpts/1',
    up: async (db) => {
      await db.schema
        .createTable('excerpts')
        .addColumn('article_id', 'text', (column) => column.primaryKey())
        .addColumn('auto', 'integer', (column) => column.notNull())
        .addColumn('text_hash', 'text', (column) => column.notNull())
        .addColumn('intended_hash', 'text', (column) => column.notNull())
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('written_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_revision', 'text', (column) => column.notNull())
        .addColumn('seen_hash', 'text', (column) => column.notNull())
        .addColumn('tried_hash', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('excerpt_follow')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('excerpt_items')
        .addColumn('job_id', 'text', (column) => column.notNull())
        .addColumn('place', 'integer', (column) => column.notNull())
        .addColumn('article_id', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('excerpt_items_key', ['job_id', 'place'])
        .execute();
    },
  },
];
