import type { Migration } from '../../../kit/database.ts';

export type ExcerptTables = {
  excerpts: ExcerptRow;
  /** One row while new articles get excerpts. */
  excerpt_follow: { name: string; since: number };
  excerpt_items: ItemRow;
};

/** Record of one article's excerpt. */
export type ExcerptRow = {
  article_id: string;
  /** 1 when it is regenerated on changes of the article. */
  auto: number;
  /** Fingerprint of Docent's text; `''` for none. */
  text_hash: string;
  /** Fingerprint of the text about to be written, so that a crash does not make it look like a person's. */
  intended_hash: string;
  /** Fingerprint of the article that the text is based on. */
  content_hash: string;
  model: string;
  written_at: number;
  /** Newest revision of the article that was read, and its fingerprint; `''` for none. */
  seen_revision: string;
  seen_hash: string;
  /** Fingerprint of the article for which generation failed or no excerpt is wanted. */
  tried_hash: string;
};

/** One article of a batch. */
export type ItemRow = {
  job_id: string;
  place: number;
  article_id: string;
  title: string;
  outcome: 'waiting' | 'success' | 'skipped' | 'failed';
  /** The generated excerpt. */
  text: string;
  /** Reason why there is none. */
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
