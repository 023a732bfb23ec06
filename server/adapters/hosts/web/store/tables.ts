import type { Migration } from '../../../../kit/database.ts';

/** `left-out`: exists but is no article. `failed`: could not be read this time; the last content stays. */
export type PageState = 'new' | 'article' | 'left-out' | 'failed' | 'gone';

export type PageRow = {
  site: string;
  path: string;
  state: PageState;
  reason: string;
  said: string;
  etag: string;
  last_modified: string;
  checked_at: number;
  due_at: number;
  failures: number;
  revision: string;
  /** The article without its text, as JSON; `''` when there is none. */
  head: string;
  html: string;
  /** Version of the reader that read it last, 0 before there were any. */
  reader: number;
  /** How often it was made due; grows during a visit when what the visit reads may be out of date. */
  asked: number;
};
export type Tables = { web_pages: PageRow };

export const webPageMigrations: readonly Migration[] = [
  {
    name: 'web-pages/1',
    up: async (db) => {
      await db.schema
        .createTable('web_pages')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('said', 'text', (column) => column.notNull())
        .addColumn('etag', 'text', (column) => column.notNull())
        .addColumn('last_modified', 'text', (column) => column.notNull())
        .addColumn('checked_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('head', 'text', (column) => column.notNull())
        .addColumn('html', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('web_pages_key', ['site', 'path'])
        .execute();
      await db.schema.createIndex('web_pages_due').on('web_pages').columns(['site', 'due_at']).execute();
    },
  },
  {
    name: 'web-pages/reader',
    up: async (db) => {
      await db.schema
        .alterTable('web_pages')
        .addColumn('reader', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  {
    name: 'web-pages/asked',
    up: async (db) => {
      await db.schema
        .alterTable('web_pages')
        .addColumn('asked', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
];
