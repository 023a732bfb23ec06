import type { Database } from '../../../kit/database.ts';
import type { UsageTables } from './tables.ts';

/** Settings of the administrator: limits and hidden models, each one JSON value. */
export function createSettingsStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** The saved value, `undefined` when there is none. */
    async read(name: string): Promise<unknown> {
      const row = await db
        .selectFrom('usage_settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row && JSON.parse(row.value);
    },

    /** Updates a value in one durable transaction; concurrent saves are serialized. */
    async change(
      name: string,
      next: (saved: unknown) => unknown,
      options?: { readonly publish: string },
    ): Promise<void> {
      await database.durable(async (transaction) => {
        const tx = transaction.withTables<UsageTables>();
        // The write comes first, so that a row lock rather than a stale read decides between concurrent saves.
        const row = await tx
          .insertInto('usage_settings')
          .values({ name, value: 'null', revision: 1 })
          .onConflict((on) =>
            on.column('name').doUpdateSet((eb) => ({ revision: eb('usage_settings.revision', '+', 1) })),
          )
          .returning('value')
          .executeTakeFirstOrThrow();
        const value = JSON.stringify(next(JSON.parse(row.value)));
        await tx.updateTable('usage_settings').set({ value }).where('name', '=', name).execute();
      }, options);
    },
  };
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;
