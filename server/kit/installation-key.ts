import type { Database, Migration } from './database.ts';
import { newSecret } from './ids.ts';

type Tables = { install_secret: { id: number; secret: string } };

export const installationKeyMigrations: readonly Migration[] = [
  {
    name: 'install-secret/1',
    up: async (db) => {
      await db.schema
        .createTable('install_secret')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('secret', 'text', (column) => column.notNull())
        .execute();
    },
  },
];

/** Key of this installation for keyed hashes: created once, shared by all processes on one database. */
export async function installationKeyOf(database: Database): Promise<string> {
  const db = database.query.withTables<Tables>();
  await db
    .insertInto('install_secret')
    .values({ id: 1, secret: newSecret() })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
  return (
    await db.selectFrom('install_secret').select('secret').where('id', '=', 1).executeTakeFirstOrThrow()
  ).secret;
}
