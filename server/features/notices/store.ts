import type { Kysely } from 'kysely';
import type { Database, Migration } from '../../kit/database.ts';
import { parseRecord } from '../../kit/json.ts';
import { createOutbox, outboxMigration } from './store/outbox.ts';
import { createTopics, topicsMigration } from './store/topics.ts';

type Tables = { notice_settings: { id: number; value: string; revision: number } };

export const noticeMigrations: readonly Migration[] = [
  {
    name: 'notices/1',
    up: async (db) => {
      await db.schema
        .createTable('notice_settings')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .execute();
      await topicsMigration(db);
      await outboxMigration(db);
    },
  },
];

/** Records of notices: settings with encrypted secrets, topics and outbox. */
export function createNoticeStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    outbox: createOutbox(database),
    topics: createTopics(database),

    async read(): Promise<{ readonly value: unknown; readonly revision: number }> {
      const row = await db.selectFrom('notice_settings').selectAll().where('id', '=', 1).executeTakeFirst();
      return { value: row && parseRecord(row.value), revision: row?.revision ?? 0 };
    },

    /** Changes the settings in one durable transaction; concurrent changes are serialized. */
    change: (
      next: (tx: Kysely<unknown>, saved: { value: unknown; revision: number }) => Promise<unknown>,
    ): Promise<void> =>
      database.durable(async (transaction) => {
        const tx = transaction.withTables<Tables>();
        // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
        const row = await tx
          .insertInto('notice_settings')
          .values({ id: 1, value: '{}', revision: 1 })
          .onConflict((on) =>
            on.column('id').doUpdateSet((eb) => ({ revision: eb('notice_settings.revision', '+', 1) })),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        const value = await next(transaction, { value: parseRecord(row.value), revision: row.revision });
        await tx
          .updateTable('notice_settings')
          .set({ value: JSON.stringify(value) })
          .where('id', '=', 1)
          .execute();
      }),
  };
}

export type NoticeStore = ReturnType<typeof createNoticeStore>;
