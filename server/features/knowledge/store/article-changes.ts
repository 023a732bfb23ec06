import type { Database } from '../../../kit/database.ts';
import { createPassages } from './passages.ts';
import { toArticle, type IndexedArticle, type StoredChunk } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Articles per query when their passages are read, too. */
const pageSize = 50;
/** Articles per query when their passages are not read. */
const headsAtOnce = 500;

/** Articles in the order of their last change: each change gives an article the next sequence number. */
export function createArticleChanges(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const { chunksOf } = createPassages(database);

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

  return {
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

    /** The heads of articles that have changed after `seq`, withdrawn ones included, oldest change first. */
    async *headsSince(generation: number, seq: number): AsyncGenerator<readonly IndexedArticle[]> {
      for await (const rows of rowsAfter(generation, seq, headsAtOnce)) yield rows.map(toArticle);
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
  };
}
