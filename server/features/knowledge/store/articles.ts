import { sql } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import { createPassages } from './passages.ts';
import { fromArticle, toArticle, type IndexedArticle, type StoredChunk } from './rows.ts';
import type { ArticleRow, KnowledgeTables } from './tables.ts';
import { createArticleWrites, insertSize, nextSeq, parts } from './write-articles.ts';

/** Articles per query when many are read. */
const pageSize = 50;
/** Articles per query when their passages are not read. */
const headsAtOnce = 500;

/** The fields that decide whether an article has to be read again. */
export type KnownHead = Pick<
  IndexedArticle,
  'revision' | 'state' | 'contentHash' | 'chunkCount' | 'indexedAt'
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

/** Articles and their passages, written in one transaction, so that neither exists without the other. */
export function createArticles(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  /** The rows of a generation that have changed after `seq`, oldest change first, a page at a time. */
  async function* rowsAfter(generation: number, seq: number, size: number) {
    for (let after = seq; ;) {
      const rows = await db
        .selectFrom('indexed_articles')
        .selectAll()
        .where('generation', '=', generation)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(size)
        .execute();
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = last.seq;
    }
  }

  const { chunksOf } = createPassages(database);

  return {
    ...createArticleWrites(database),

    /** Adds articles listed by the host that wait to be read; stored data of an article stays. */
    async announce(generation: number, heads: readonly ArticleHead[], now: number): Promise<void> {
      for (const part of parts(heads, insertSize)) {
        await database.query.transaction().execute(async (transaction) => {
          const tx = transaction.withTables<KnowledgeTables>();
          const last = await nextSeq(tx, part.length);
          const rows = part.map((head, index): ArticleRow => {
            const entry = { ...head, state: 'waiting', contentHash: '', error: '' } as const;
            return {
              ...fromArticle(generation, entry, last - part.length + 1 + index, now),
              chunk_count: 0,
              keyword_chunks: 0,
            };
          });
          await tx
            .insertInto('indexed_articles')
            .values(rows)
            .onConflict((on) => on.columns(['generation', 'id']).doNothing())
            .execute();
        });
      }
    },

    /** The articles of a generation that have changed after `seq`, oldest change first, with their passages. */
    async *changedSince(
      generation: number,
      seq: number,
    ): AsyncGenerator<readonly { article: IndexedArticle; chunks: readonly StoredChunk[] }[]> {
      for await (const rows of rowsAfter(generation, seq, pageSize)) {
        const chunks = await chunksOf(
          generation,
          rows.map((row) => row.id),
        );
        yield rows.map((row) => ({ article: toArticle(row), chunks: chunks.get(row.id) ?? [] }));
      }
    },

    /** Every article of a generation as it is now, withdrawn ones included, oldest change first. */
    async *articlesOf(generation: number): AsyncGenerator<readonly IndexedArticle[]> {
      for await (const rows of rowsAfter(generation, 0, headsAtOnce)) yield rows.map(toArticle);
    },

    /** The last assigned sequence number. */
    async lastSeq(): Promise<number> {
      const row = await db.selectFrom('index_state').select('seq').where('id', '=', 1).executeTakeFirst();
      return row?.seq ?? 0;
    },

    /** Makes the next indexing of an article start from its text, even if it has not changed. */
    async forgetContent(generation: number, id: string): Promise<void> {
      await db
        .updateTable('indexed_articles')
        .set({ content_hash: '' })
        .where('generation', '=', generation)
        .where('id', '=', id)
        .execute();
    },

    /** Every article of a generation, withdrawn ones included. */
    async heads(generation: number): Promise<Map<string, KnownHead>> {
      const rows = await db
        .selectFrom('indexed_articles')
        .select(['id', 'revision', 'state', 'content_hash', 'chunk_count', 'indexed_at'])
        .where('generation', '=', generation)
        .execute();
      return new Map(
        rows.map(({ id, revision, state, content_hash, chunk_count, indexed_at }) => [
          id,
          { revision, state, contentHash: content_hash, chunkCount: chunk_count, indexedAt: indexed_at },
        ]),
      );
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
