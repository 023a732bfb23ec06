import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import type { Database } from '../server/kit/database.ts';
import { createTestLog } from './fakes/log.ts';

/** An engine for `describe.each`: its name and a way to open an empty database. */
export type TestEngine = readonly [name: string, open: () => Promise<Database>];

/** The PostgreSQL server of the suites. */
export const testServerUrl =
  process.env['DOCENT_TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The engines that store suites run on: SQLite always, PostgreSQL when the server answers. */
export const testEngines: readonly TestEngine[] = [
  ['sqlite', async () => openSqlite(':memory:')],
  ...((await isReachable()) ? [['postgres', openSchema] as const] : []),
];

async function isReachable(): Promise<boolean> {
  const client = new Client({ connectionString: testServerUrl, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    process.stdout.write('PostgreSQL is not reachable: store suites run on SQLite only\n');
    return false;
  }
}

/** A busy machine is no outage. */
const timeoutMs = 30_000;

/** A connection pool on a schema of the suites. Commits do not wait for the disk, since no test cuts the power. */
export function openTestSchema(schema: string): Database {
  const url = new URL(testServerUrl);
  url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
  return openPostgres(url.href, createTestLog(), { schema, timeoutMs });
}

/** A schema of its own, dropped when the database is closed. */
async function openSchema(): Promise<Database> {
  const schema = `docent_test_${randomBytes(6).toString('hex')}`;
  const database = openTestSchema(schema);
  return {
    ...database,
    async close() {
      await database.close();
      const client = new Client({ connectionString: testServerUrl });
      await client.connect();
      await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
      await client.end();
    },
  };
}
