import type { Kysely } from 'kysely';
import { parseRecord } from '../../kit/json.ts';
import type { GroupName } from '../../../contract/config/groups.ts';
import type { Database, Migration } from '../../kit/database.ts';

type Tables = {
  config_groups: { name: string; value: string; revision: number };
};

export const configMigrations: readonly Migration[] = [
  {
    name: 'config/1',
    up: async (db) => {
      await db.schema
        .createTable('config_groups')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

type Fields = Readonly<Record<string, unknown>>;

/** A stored group; `fields` is `undefined` when they are unreadable. */
export interface StoredGroup {
  readonly fields: Fields | undefined;
  /** Number of changes of the group, 0 before the first. */
  readonly revision: number;
}

/**
 * Stored configuration: the fields that were set, by group; defaults are not stored. Changes are published under
 * `topic`.
 */
export function createConfigStore(database: Database, topic: string) {
  const db = database.query.withTables<Tables>();
  return {
    /** Every stored group. */
    async all(): Promise<Map<string, StoredGroup>> {
      const rows = await db.selectFrom('config_groups').selectAll().execute();
      return new Map(
        rows.map((row) => [row.name, { fields: parseRecord(row.value), revision: row.revision }]),
      );
    },

    /**
     * Changes groups in one durable transaction: `change` gets the stored groups and returns the new values of those to
     * replace. Concurrent saves of a group are serialized.
     */
    async change(
      names: readonly GroupName[],
      change: (
        tx: Kysely<unknown>,
        stored: ReadonlyMap<GroupName, StoredGroup>,
      ) => Promise<ReadonlyMap<GroupName, { readonly fields: Fields; readonly revision: number }>>,
    ): Promise<void> {
      await database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          const stored = new Map<GroupName, StoredGroup>();
          // In a fixed order, so that two saves cannot deadlock.
          for (const name of names.toSorted()) {
            // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
            const row = await tx
              .insertInto('config_groups')
              .values({ name, value: '{}', revision: 0 })
              .onConflict((on) =>
                on.column('name').doUpdateSet((eb) => ({ revision: eb('config_groups.revision', '+', 0) })),
              )
              .returningAll()
              .executeTakeFirstOrThrow();
            stored.set(name, { fields: parseRecord(row.value), revision: row.revision });
          }
          for (const [name, { fields, revision }] of await change(transaction, stored))
            await tx
              .updateTable('config_groups')
              .set({ value: JSON.stringify(fields), revision })
              .where('name', '=', name)
              .execute();
        },
        { publish: topic },
      );
    },
  };
}
