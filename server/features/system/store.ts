import type { Database, Migration } from '../../kit/database.ts';

type Tables = {
  first_steps: {
    /** What was done: a step, or how the list of steps is shown. */
    name: string;
    value: string;
  };
};

export const firstStepMigrations: readonly Migration[] = [
  {
    name: 'first-steps/1',
    up: async (db) => {
      await db.schema
        .createTable('first_steps')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
];

/** The first steps of this installation. */
export function createFirstStepStore(database: Pick<Database, 'query'>) {
  const db = database.query.withTables<Tables>();
  return {
    async read(): Promise<ReadonlyMap<string, string>> {
      const rows = await db.selectFrom('first_steps').selectAll().execute();
      return new Map(rows.map(({ name, value }) => [name, value]));
    },

    async note(name: string, value: string): Promise<void> {
      await db
        .insertInto('first_steps')
        .values({ name, value })
        .onConflict((on) => on.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
