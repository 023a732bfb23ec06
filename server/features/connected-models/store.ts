import type { Kysely } from 'kysely';
import type { Database, Migration } from '../../kit/database.ts';
import { parseRecord } from '../../kit/json.ts';

type Tables = { connected_models: { id: number; value: string; revision: number } };

export const connectedModelMigrations: readonly Migration[] = [
  {
    name: 'connected-models/1',
    up: async (db) => {
      await db.schema
        .createTable('connected_models')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** The stored list of models, as JSON; keys in it are encrypted. */
export function createConnectedModelStore(database: Database, topic: string) {
  const db = database.query.withTables<Tables>();
  return {
    async read(): Promise<{ readonly value: unknown; readonly revision: number }> {
      const row = await db.selectFrom('connected_models').selectAll().where('id', '=', 1).executeTakeFirst();
      return { value: row && parseRecord(row.value), revision: row?.revision ?? 0 };
    },

    /** Changes the list in one durable transaction; concurrent changes are one after the other. */
    async change(
      next: (tx: Kysely<unknown>, saved: { value: unknown; revision: number }) => Promise<unknown>,
    ): Promise<void> {
      await database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
          const row = await tx
            .insertInto('connected_models')
            .values({ id: 1, value: '{}', revision: 1 })
            .onConflict((on) =>
              on.column('id').doUpdateSet((eb) => ({ revision: eb('connected_models.revision', '+', 1) })),
            )
            .returningAll()
            .executeTakeFirstOrThrow();
          const value = await next(transaction, { value: parseRecord(row.value), revision: row.revision });
          await tx
            .updateTable('connected_models')
            .set({ value: JSON.stringify(value) })
            .where('id', '=', 1)
            .execute();
        },
        { publish: topic },
      );
    },
  };
}
