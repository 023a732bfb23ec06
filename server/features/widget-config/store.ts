import type { Database, Migration } from '../../kit/database.ts';

type Tables = { widget_sightings: { origin: string; first_at: number; last_at: number } };

export const sightingMigrations: readonly Migration[] = [
  {
    name: 'widget-sightings/1',
    up: async (db) => {
      await db.schema
        .createTable('widget_sightings')
        .addColumn('origin', 'text', (column) => column.primaryKey())
        .addColumn('first_at', 'bigint', (column) => column.notNull())
        .addColumn('last_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** The pages on which the widget was seen, by origin. */
export function createSightingStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    /** Notes an origin; beyond `most` of them only known ones. */
    async note(origin: string, at: number, most: number): Promise<void> {
      const known = await db
        .updateTable('widget_sightings')
        .set({ last_at: at })
        .where('origin', '=', origin)
        .returning('origin')
        .executeTakeFirst();
      if (known) return;
      const all = await db.selectFrom('widget_sightings').select('origin').limit(most).execute();
      if (all.length >= most) return;
      await db
        .insertInto('widget_sightings')
        .values({ origin, first_at: at, last_at: at })
        .onConflict((on) => on.column('origin').doUpdateSet({ last_at: at }))
        .execute();
    },

    async first() {
      const row = await db
        .selectFrom('widget_sightings')
        .selectAll()
        .orderBy('first_at')
        .limit(1)
        .executeTakeFirst();
      return row && { origin: row.origin, firstAt: row.first_at, lastAt: row.last_at };
    },
  };
}
