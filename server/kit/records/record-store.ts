import type { Kysely } from 'kysely';
import type { Database, Migration } from '../database.ts';
import { parseRecord } from '../json.ts';
import { hasTable } from './has-table.ts';

type Row = { id: number; value: string; revision: number };

/** The table of a record. */
export const recordMigration = (name: string, table: string): Migration => ({
  name,
  up: async (db) => {
    await db.schema
      .createTable(table)
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute();
  },
});

interface KeptRecord {
  /** `undefined` before the first change. */
  readonly value: unknown;
  /** Number of changes, 0 before the first. */
  readonly revision: number;
}

/** A single record of an installation, as JSON in a table of its own; changes are published under `topic`. */
export function createRecordStore(database: Database, table: string, topic: string) {
  const db = database.query.withTables<Record<string, Row>>();
  const read = async (): Promise<KeptRecord> => {
    const row = await db.selectFrom(table).selectAll().where('id', '=', 1).executeTakeFirst();
    return { value: row && parseRecord(row.value), revision: row?.revision ?? 0 };
  };
  return {
    read,

    /** The same in a database that may not be migrated yet. */
    async readEarly(): Promise<KeptRecord> {
      return (await hasTable(database, table)) ? read() : { value: undefined, revision: 0 };
    },

    /** Changes the record in one durable transaction; concurrent changes are one after the other. */
    async change(
      next: (tx: Kysely<unknown>, saved: { value: unknown; revision: number }) => Promise<unknown>,
    ): Promise<void> {
      await database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Record<string, Row>>();
          // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
          const row = await tx
            .insertInto(table)
            .values({ id: 1, value: '{}', revision: 1 })
            .onConflict((on) =>
              on.column('id').doUpdateSet((eb) => ({ revision: eb(`${table}.revision`, '+', 1) })),
            )
            .returningAll()
            .executeTakeFirstOrThrow();
          const value = await next(transaction, { value: parseRecord(row.value), revision: row.revision });
          await tx
            .updateTable(table)
            .set({ value: JSON.stringify(value) })
            .where('id', '=', 1)
            .execute();
        },
        { publish: topic },
      );
    },
  };
}
