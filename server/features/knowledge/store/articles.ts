import { sql } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { toArticle, type IndexedArticle } from './rows.ts';
import type { ArticleRow, KnowledgeTables } from './tables.ts';

/** The fields that decide whether an article has to be read again. */
export type KnownHead = Pick<
  IndexedArticle,
  'revision' | 'state' | 'url' | 'contentHash' | 'chunkCount' | 'indexedAt'
>;

export interface IndexCounts {
  /** Articles with passages. */
  readonly articles: number;
  readonly failed: number;
  /** Articles that were listed but not read yet. */
  readonly waiting: number;
  readonly chunks: number;
  readonly keywordChunks: number;
  /** Articles without any keyword. */
  readonly withoutKeywords: number;
}

const addressesAtOnce = 5_000;

const knownColumns = [
  'id',
  'revision',
  'state',
  'url',
  'content_hash',
  'chunk_count',
  'indexed_at',
] as const satisfies readonly (keyof ArticleRow)[];

const knownHead = (row: Pick<ArticleRow, (typeof knownColumns)[number]>): [string, KnownHead] => [
  row.id,
  {
    revision: row.revision,
    state: row.state,
    url: row.url,
    contentHash: row.content_hash,
    chunkCount: row.chunk_count,
    indexedAt: row.indexed_at,
  },
];

/** The articles of a generation as they are now. */
export function createArticles(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  return {
    /** Every article of a generation, withdrawn ones included. */
    async heads(generation: number): Promise<Map<string, KnownHead>> {
      const rows = await db
        .selectFrom('indexed_articles')
        .select(knownColumns)
        .where('generation', '=', generation)
        .execute();
      return new Map(rows.map(knownHead));
    },

    /** Those of these articles that the index has ever had. */
    async knownHeads(generation: number, ids: readonly string[]): Promise<Map<string, KnownHead>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('indexed_articles')
        .select(knownColumns)
        .where('generation', '=', generation)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map(knownHead));
    },

    /** The articles that are there, with their addresses, a page at a time. */
    async *presentAddresses(
      generation: number,
    ): AsyncGenerator<readonly { readonly id: string; readonly url: string }[]> {
      for (let after: string | undefined; ;) {
        const page = await db
          .selectFrom('indexed_articles')
          .select(['id', 'url'])
          .where('generation', '=', generation)
          .where('state', '<>', 'removed')
          .where('id', '>', after ?? '')
          .orderBy('id')
          .limit(addressesAtOnce)
          .execute();
        if (page.length > 0) yield page;
        after = page.at(-1)?.id;
        if (after === undefined || page.length < addressesAtOnce) return;
      }
    },

    async article(generation: number, id: string): Promise<IndexedArticle | undefined> {
      const row = await db
        .selectFrom('indexed_articles')
        .selectAll()
        .where('generation', '=', generation)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toArticle(row);
    },

    async counts(generation: number): Promise<IndexCounts> {
      const row = await db
        .selectFrom('indexed_articles')
        .select((eb) => [
          sql<number>`sum(case when state = 'indexed' and chunk_count > 0 then 1 else 0 end)`.as('articles'),
          sql<number>`sum(case when state = 'failed' then 1 else 0 end)`.as('failed'),
          sql<number>`sum(case when state = 'waiting' then 1 else 0 end)`.as('waiting'),
          sql<number>`sum(case when chunk_count > 0 and keyword_chunks = 0 then 1 else 0 end)`.as(
            'without_keywords',
          ),
          eb.fn.sum<number>('chunk_count').as('chunks'),
          eb.fn.sum<number>('keyword_chunks').as('keyword_chunks'),
        ])
        .where('generation', '=', generation)
        .where('state', '<>', 'removed')
        .executeTakeFirst();
      return {
        articles: row?.articles ?? 0,
        failed: row?.failed ?? 0,
        waiting: row?.waiting ?? 0,
        chunks: row?.chunks ?? 0,
        keywordChunks: row?.keyword_chunks ?? 0,
        withoutKeywords: row?.without_keywords ?? 0,
      };
    },
  };
}
