import { Client } from 'pg';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import type { Database } from '../server/kit/database.ts';
import { createEmptySchemas, testServerUrl } from './empty-schemas.ts';
import { createTestLog } from './fakes/log.ts';

/** An engine for `describe.each`: its name and a way to open an empty database. */
export type TestEngine = readonly [name: string, open: () => Promise<Database>];

const emptySchemas = createEmptySchemas(testServerUrl);

const engines = {
  sqlite: ['sqlite', async () => openSqlite(':memory:')],
  postgres: ['postgres', openSchema],
} as const satisfies Readonly<Record<string, TestEngine>>;

/**
 * The engines that store suites run on: the one that `DOCENT_TEST_ENGINES` names, and an error when it cannot be reached; else SQLite,
 * and PostgreSQL when the server answers.
 */
export const testEngines: readonly TestEngine[] = await (async () => {
  const named = process.env['DOCENT_TEST_ENGINES'];
  if (named === 'sqlite') return [engines.sqlite];
  const trouble = await troubleOfPostgres();
  if (named === 'postgres') {
    if (trouble !== '') throw new Error(`PostgreSQL at ${testServerUrl} is not reachable: ${trouble}`);
    return [engines.postgres];
  }
  if (trouble === '') return [engines.sqlite, engines.postgres];
  process.stderr.write('PostgreSQL is not reachable: store suites run on SQLite only\n');
  return [engines.sqlite];
})();

/** Why the server does not answer; `''` when it does. */
async function troubleOfPostgres(): Promise<string> {
  const client = new Client({ connectionString: testServerUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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

/** An empty schema; after the test it is emptied for the next one, since making the tables takes ten times as long. */
async function openSchema(): Promise<Database> {
  const schema = await emptySchemas.acquire();
  const database = openTestSchema(schema.name);
  return {
    ...database,
    async migrate(steps) {
      await database.migrate(steps);
      await schema.noteTables(steps);
    },
    async close() {
      await database.close();
      await emptySchemas.release(schema);
    },
  };
}
