import type { Database, Migration } from '../../kit/database.ts';
import { createHitTable, hitTableMigration } from '../../kit/records/hit-table.ts';

type Tables = {
  answer_cache: {
    key: string;
    answer: string;
    passages: string;
    fingerprint: string;
    log_id: string;
    made_at: number;
  };
};

export const answerCacheMigrations: readonly Migration[] = [
  {
    name: 'answer-cache/1',
    up: async (db) => {
      await db.schema
        .createTable('answer_cache')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('answer', 'text', (column) => column.notNull())
        .addColumn('passages', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('log_id', 'text', (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .execute();
      for (const column of ['log_id', 'made_at'])
        await db.schema.createIndex(`answer_cache_${column}`).on('answer_cache').column(column).execute();
      await hitTableMigration(db, 'answer_cache_hits');
    },
  },
];

/** A kept answer as it is stored. */
export interface StoredAnswer {
  /** The answer as JSON. */
  readonly answer: string;
  /** Keys of the passages it was written from, as JSON. */
  readonly passages: string;
  /** Fingerprint of these passages. */
  readonly fingerprint: string;
  /** The log of the question that it was written for. */
  readonly logId: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

/** Rows that one statement deletes beyond the bound; more are not added at once. */
const deletedAtOnce = 1000;

export function createAnswerCacheStore(database: Database) {
  const db = database.query.withTables<Tables>();
  const deleted = (result: { readonly numDeletedRows: bigint }) => Number(result.numDeletedRows);
  return {
    ...createHitTable(database, 'answer_cache_hits'),

    async find(key: string): Promise<StoredAnswer | undefined> {
      const row = await db.selectFrom('answer_cache').selectAll().where('key', '=', key).executeTakeFirst();
      return (
        row && {
          answer: row.answer,
          passages: row.passages,
          fingerprint: row.fingerprint,
          logId: row.log_id,
          madeAt: row.made_at,
        }
      );
    },

    /** Writes an answer in place of an earlier one; of more than `most` the oldest are deleted. */
    async put(key: string, { logId, madeAt, ...kept }: StoredAnswer, most: number): Promise<void> {
      const row = { ...kept, log_id: logId, made_at: madeAt };
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('answer_cache')
          .values({ key, ...row })
          .onConflict((on) => on.column('key').doUpdateSet(row))
          .execute();
        const beyond = await tx
          .selectFrom('answer_cache')
          .select('key')
          .orderBy('made_at', 'desc')
          .orderBy('key')
          .limit(deletedAtOnce)
          .offset(most)
          .execute();
        if (beyond.length > 0)
          await tx
            .deleteFrom('answer_cache')
            .where(
              'key',
              'in',
              beyond.map((one) => one.key),
            )
            .execute();
      });
    },

    async count(): Promise<{ readonly entries: number; readonly oldestAt: number | undefined }> {
      const row = await db
        .selectFrom('answer_cache')
        .select(({ fn }) => [fn.countAll().as('entries'), fn.min('made_at').as('oldest')])
        .executeTakeFirstOrThrow();
      const oldest: unknown = row.oldest;
      return { entries: Number(row.entries), oldestAt: oldest === null ? undefined : Number(oldest) };
    },

    async removeOfLog(logId: string): Promise<number> {
      return deleted(await db.deleteFrom('answer_cache').where('log_id', '=', logId).executeTakeFirst());
    },

    async removeMadeBefore(at: number): Promise<number> {
      return deleted(await db.deleteFrom('answer_cache').where('made_at', '<', at).executeTakeFirst());
    },

    async removeAll(): Promise<number> {
      return deleted(await db.deleteFrom('answer_cache').executeTakeFirst());
    },
  };
}
