import type { Database } from '../../../kit/database.ts';
import type { KnowledgeTables } from './tables.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A process may answer from a retired generation until it has built the structures of the next one. */
export const retiredForMs = 10 * minuteMs;
/** Vectors of a model that is no longer used are kept so long: a change of mind costs nothing. */
export const vectorsKeptMs = 7 * dayMs;
/** A vector is made before the passage that it belongs to is written, and survives a rebuild that is tried again. */
const unusedForMs = dayMs;

const articlesAtOnce = 20;
const vectorsAtOnce = 500;

/** Deletes what no process can need any more, in steps of some milliseconds. */
export function createGarbageQueries(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  /** Deletes some articles of a generation; resolves with their number. */
  const emptyGeneration = async (generation: number): Promise<number> => {
    const rows = await db
      .selectFrom('indexed_articles')
      .select('id')
      .where('generation', '=', generation)
      .limit(articlesAtOnce)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await database.query.transaction().execute(async (transaction) => {
      const tx = transaction.withTables<KnowledgeTables>();
      await tx
        .deleteFrom('chunks')
        .where('generation', '=', generation)
        .where('article_id', 'in', ids)
        .execute();
      await tx
        .deleteFrom('article_blocks')
        .where('generation', '=', generation)
        .where('article_id', 'in', ids)
        .execute();
      await tx
        .deleteFrom('indexed_articles')
        .where('generation', '=', generation)
        .where('id', 'in', ids)
        .execute();
    });
    return ids.length;
  };

  return {
    /** Yields after each step with the number of rows that went; the caller decides when the next one is due. */
    async *sweep(now: number): AsyncGenerator<number> {
      const retired = await db
        .selectFrom('index_generations')
        .select('generation')
        .where('status', '=', 'retired')
        .where('ended_at', '<=', now - retiredForMs)
        .execute();
      for (const { generation } of retired) {
        for (let gone = await emptyGeneration(generation); gone > 0; gone = await emptyGeneration(generation))
          yield gone;
        await db
          .updateTable('index_generations')
          .set({ status: 'gone' })
          .where('generation', '=', generation)
          .execute();
      }
      await db
        .deleteFrom('index_generations')
        .where('status', '=', 'gone')
        .where('ended_at', '<=', now - vectorsKeptMs)
        .execute();
      const signatures = await db.selectFrom('vectors').select('signature').distinct().execute();
      const used = new Set(
        (await db.selectFrom('index_generations').select('signature').execute()).map((row) => row.signature),
      );
      for (const { signature } of signatures) yield* sweepVectors(signature, used.has(signature), now);
    },
  };

  /** Of a signature in use the vectors that belong to no passage, of any other all. */
  async function* sweepVectors(signature: string, used: boolean, now: number): AsyncGenerator<number> {
    for (let after = ''; ;) {
      const page = await db
        .selectFrom('vectors')
        .select('vector_key')
        .where('signature', '=', signature)
        .where('vector_key', '>', after)
        .orderBy('vector_key')
        .limit(vectorsAtOnce)
        .execute();
      const last = page.at(-1);
      if (!last) return;
      const gone = await db
        .deleteFrom('vectors')
        .where('signature', '=', signature)
        .where('vector_key', '>', after)
        .where('vector_key', '<=', last.vector_key)
        .$if(used, (query) =>
          query
            .where('made_at', '<=', now - unusedForMs)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('chunks')
                    .select('generation')
                    .whereRef('chunks.vector_key', '=', 'vectors.vector_key'),
                ),
              ),
            ),
        )
        .executeTakeFirst();
      yield Number(gone.numDeletedRows);
      after = last.vector_key;
    }
  }
}
