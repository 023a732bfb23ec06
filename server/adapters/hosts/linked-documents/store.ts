import type { Database, Migration } from '../../../kit/database.ts';
import { cellOf, wordsInCell } from '../../../kit/explained.ts';
import { sourceGroup } from '../web/store/pages.ts';
import type { KeptDocument, KeptDocuments } from '../../documents/kept-documents.ts';

type Tables = {
  linked_documents: {
    site: string;
    id: string;
    stamp: string;
    title: string;
    hash: string;
    reason: string;
    html: string;
  };
  document_links: {
    site: string;
    article: string;
    /** Paths of documents, one a line. */
    paths: string;
  };
};

export const linkedDocumentMigrations: readonly Migration[] = [
  {
    name: 'linked-documents/1',
    up: async (db) => {
      await db.schema
        .createTable('linked_documents')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('stamp', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('html', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('linked_documents_key', ['site', 'id'])
        .execute();
      await db.schema
        .createTable('document_links')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('article', 'text', (column) => column.notNull())
        .addColumn('paths', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('document_links_key', ['site', 'article'])
        .execute();
    },
  },
];

/** Deletes the documents of all sources but these. */
export async function keepDocumentsOf(database: Database, sources: ReadonlySet<string>): Promise<void> {
  await database.migrate(linkedDocumentMigrations);
  const kept = [...sources].map(sourceGroup);
  const db = database.query.withTables<Tables>();
  for (const table of ['linked_documents', 'document_links'] as const) {
    const stored = await db.selectFrom(table).select('site').distinct().where('site', 'like', '~%').execute();
    const gone = stored
      .map(({ site }) => site)
      .filter((site) => !kept.some((group) => site.startsWith(group)));
    if (gone.length > 0) await db.deleteFrom(table).where('site', 'in', gone).execute();
  }
}

/** Deletes the documents that a source had at another address. */
export async function forgetFormerDocuments(database: Database, group: string, site: string): Promise<void> {
  const db = database.query.withTables<Tables>();
  for (const table of ['linked_documents', 'document_links'] as const)
    await db.deleteFrom(table).where('site', 'like', `${group}%`).where('site', '<>', site).execute();
}

/** Deleted with one statement. */
const atOnce = 500;

/** Documents of a site, and the articles that link to them. */
export function createLinkedDocumentStore(database: Database, site: string) {
  const db = database.query.withTables<Tables>();
  const documents = () => db.selectFrom('linked_documents').where('site', '=', site);

  const kept: KeptDocuments = {
    async load(id): Promise<KeptDocument | undefined> {
      const row = await documents()
        .select(['stamp', 'title', 'hash', 'reason'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { ...row, reason: wordsInCell(row.reason) };
    },
    text: async (id) => (await documents().select('html').where('id', '=', id).executeTakeFirst())?.html,
    async save(id, { stamp, title, hash, reason }, html) {
      const values = { stamp, title, hash, reason: cellOf(reason), html };
      await db
        .insertInto('linked_documents')
        .values({ site, id, ...values })
        .onConflict((conflict) => conflict.columns(['site', 'id']).doUpdateSet(values))
        .execute();
    },
    async keepOnly(ids) {
      const known = await documents().select('id').execute();
      const gone = known.map(({ id }) => id).filter((id) => !ids.has(id));
      for (let from = 0; from < gone.length; from += atOnce)
        await db
          .deleteFrom('linked_documents')
          .where('site', '=', site)
          .where('id', 'in', gone.slice(from, from + atOnce))
          .execute();
    },
  };

  return {
    kept,
    /** Paths of documents by the ids of the articles that link to them. */
    async links(): Promise<Map<string, readonly string[]>> {
      const rows = await db
        .selectFrom('document_links')
        .select(['article', 'paths'])
        .where('site', '=', site)
        .execute();
      return new Map(rows.map(({ article, paths }) => [article, paths.split('\n')]));
    },
    /** Replaces the links of an article; none removes it. */
    async setLinks(article: string, paths: readonly string[]): Promise<void> {
      const values = { paths: paths.join('\n') };
      if (paths.length === 0)
        await db
          .deleteFrom('document_links')
          .where('site', '=', site)
          .where('article', '=', article)
          .execute();
      else
        await db
          .insertInto('document_links')
          .values({ site, article, ...values })
          .onConflict((conflict) => conflict.columns(['site', 'article']).doUpdateSet(values))
          .execute();
    },
  };
}

export type LinkedDocumentStore = ReturnType<typeof createLinkedDocumentStore>;
