import { dayMs, minuteMs } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import type { KnowledgeTables } from './tables.ts';

/** Life of a retired generation: processes answer from it until they have built the structures of the next one. */
export const retiredForMs = 10 * minuteMs;
/** The same when a single process uses the database and serves the next generation; enough time for running queries to end. */
export const retiredAloneForMs = 20_000;
/** Life of vectors of a model that is no longer used, so that switching back costs nothing. */
export const vectorsKeptMs = 7 * dayMs;
/** Life of a vector without a passage: vectors are stored before their passages, and must survive a rebuild that is retried. */
const unusedForMs = dayMs;

const articlesAtOnce = 20;
const vectorsAtOnce = 500;

/** Deletes unneeded rows in steps of some milliseconds. */
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
    /**
     * Deletes step by step, and yields the number of deleted rows after each step; the caller decides when to continue.
     *
     * @param served - the generation that the only process on this database serves; missing when there may be other processes
     */
    async *sweep(now: number, served?: number): AsyncGenerator<number> {
      const life = (generation: number) =>
        served === undefined || generation === served ? retiredForMs : retiredAloneForMs;
      const retired = await db
        .selectFrom('index_generations')
        .select(['generation', 'ended_at'])
        .where('status', '=', 'retired')
        .execute();
      for (const { generation, ended_at: endedAt } of retired) {
        if (endedAt > now - life(generation)) continue;
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

  /** Vectors without a passage of signatures in use, and all of other signatures. */
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
