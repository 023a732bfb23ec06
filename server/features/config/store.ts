import { isRecord, parseJson } from '../../kit/json.ts';
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

/**
 * Stored configuration: the fields that were set, by group; defaults are not stored. Changes are published under
 * `topic`.
 */
export function createConfigStore(database: Database, topic: string) {
  const db = database.query.withTables<Tables>();
  return {
    /** Every stored group; `undefined` for an unreadable one. */
    async all(): Promise<Map<string, Readonly<Record<string, unknown>> | undefined>> {
      const rows = await db.selectFrom('config_groups').select(['name', 'value']).execute();
      return new Map(rows.map((row) => [row.name, fieldsIn(row.value)]));
    },

    /**
     * Merges fields into groups in one durable transaction. Other groups and fields keep their values, also during
     * concurrent saves.
     */
    async merge(patch: ReadonlyMap<GroupName, Readonly<Record<string, unknown>>>): Promise<void> {
      await database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          for (const [name, fields] of patch) {
            // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
            await tx
              .insertInto('config_groups')
              .values({ name, value: '{}', revision: 0 })
              .onConflict((row) =>
                row.column('name').doUpdateSet((eb) => ({ revision: eb('config_groups.revision', '+', 1) })),
              )
              .execute();
            const row = await tx
              .selectFrom('config_groups')
              .select('value')
              .where('name', '=', name)
              .executeTakeFirstOrThrow();
            await tx
              .updateTable('config_groups')
              .set({ value: JSON.stringify({ ...fieldsIn(row.value), ...fields }) })
              .where('name', '=', name)
              .execute();
          }
        },
        { publish: topic },
      );
    },
  };
}

function fieldsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}
