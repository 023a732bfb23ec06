import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { idInSource, sourceOf } from '../../../kit/records/source-ids.ts';
import { slicesOf } from '../../../kit/slices.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import type { SourceArticleRow, SourceTables } from './tables.ts';

const headsAtOnce = 500;
const revisionsAtOnce = 2_000;
const clearedAtOnce = 100;

/** The articles of the sources as they were read last, so that every process has them and none asks a source for one. */
export function createSourceArticles(database: Database) {
  const db = database.query.withTables<SourceTables>();
  const living = () =>
    db
      .selectFrom('source_articles')
      .innerJoin('sources', 'sources.id', 'source_articles.source')
      .where('sources.state', '=', 'on');

  const found = async (query: ReturnType<typeof living>): Promise<Article | undefined> => {
    const row = await query
      .select(['source_articles.head', 'source_articles.format', 'source_articles.body'])
      .limit(1)
      .executeTakeFirst();
    return row && { ...(JSON.parse(row.head) as ArticleHead), body: { format: row.format, text: row.body } };
  };

  /** By the whole key of the table: a crawl asks for every article. */
  const byId = (id: string): Promise<Article | undefined> =>
    found(
      living()
        .where('source_articles.source', '=', sourceOf(id) ?? '')
        .where('source_articles.id', '=', id),
    );

  return {
    /** The articles of all sources that are not being removed. */
    async *heads(signal?: AbortSignal): AsyncGenerator<ArticleHead> {
      const sources = await db.selectFrom('sources').select('id').where('state', '=', 'on').execute();
      for (const { id: source } of sources)
        for (let after: string | undefined = ''; after !== undefined;) {
          const rows: readonly { id: string; head: string }[] = await db
            .selectFrom('source_articles')
            .select(['id', 'head'])
            .where('source', '=', source)
            .where('id', '>', after)
            .orderBy('id')
            .limit(headsAtOnce)
            .execute();
          signal?.throwIfAborted();
          for (const { head } of rows) yield JSON.parse(head) as ArticleHead;
          after = rows.at(-1)?.id;
        }
    },

    article: byId,

    /** An article by its id or the whole address of its page. */
    named: (name: string): Promise<Article | undefined> => {
      if (sourceOf(name) !== undefined) return byId(name);
      if (!/^https?:/.test(name)) return Promise.resolve(undefined);
      return found(living().where('source_articles.url', '=', name));
    },

    /** Revisions of the articles of a source by the ids of its host. */
    revisions: (source: string) => revisionsOf(db, source),

    /** Writes an article; false when its source is another one by now, or is being removed. */
    write: (source: { readonly id: string; readonly revision: number }, hostId: string, article: Article) =>
      database.query.transaction().execute(async (transaction) => {
        const tx = transaction.withTables<SourceTables>();
        // The lock on the source keeps a removal out until the article is written, which then goes with it.
        const held = await tx
          .updateTable('sources')
          .set({ state: 'on' })
          .where('id', '=', source.id)
          .where('state', '=', 'on')
          .where('revision', '=', source.revision)
          .executeTakeFirst();
        if (held.numUpdatedRows === 0n) return false;
        const row = rowOf(source.id, hostId, article);
        await tx
          .insertInto('source_articles')
          .values(row)
          .onConflict((on) => on.columns(['source', 'id']).doUpdateSet(row))
          .execute();
        return true;
      }),

    /** Deletes all articles of a source, step by step: at once a large one would hold up everything else for seconds. */
    async clear(source: string): Promise<void> {
      for (;;) {
        const rows = await db
          .selectFrom('source_articles')
          .select('id')
          .where('source', '=', source)
          .limit(clearedAtOnce)
          .execute();
        if (rows.length === 0) return;
        await db
          .deleteFrom('source_articles')
          .where('source', '=', source)
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute();
        await yieldToEventLoop();
      }
    },

    /** Deletes articles by the ids of their host, which make their keys: by the column all articles of the source would be looked at. */
    async forget(source: string, hostIds: readonly string[]): Promise<void> {
      for (const slice of slicesOf(hostIds, clearedAtOnce)) {
        const ids = slice.map((hostId) => idInSource(source, hostId));
        await db.deleteFrom('source_articles').where('source', '=', source).where('id', 'in', ids).execute();
        await yieldToEventLoop();
      }
    },
  };
}

export type SourceArticles = ReturnType<typeof createSourceArticles>;

async function revisionsOf(db: Kysely<SourceTables>, source: string): Promise<ReadonlyMap<string, string>> {
  const revisions = new Map<string, string>();
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly { id: string; host_id: string; revision: string }[] = await db
      .selectFrom('source_articles')
      .select(['id', 'host_id', 'revision'])
      .where('source', '=', source)
      .where('id', '>', after)
      .orderBy('id')
      .limit(revisionsAtOnce)
      .execute();
    for (const row of rows) revisions.set(row.host_id, row.revision);
    after = rows.at(-1)?.id;
  }
  return revisions;
}

/** PostgreSQL's texts cannot hold NUL. */
const storable = (text: string): string => text.replaceAll('\0', '');

function rowOf(source: string, hostId: string, { body, ...head }: Article): SourceArticleRow {
  return {
    source,
    id: head.id,
    host_id: hostId,
    url: storable(head.url),
    revision: head.revision,
    head: storable(JSON.stringify(head)),
    format: body.format,
    body: storable(body.text),
  };
}
