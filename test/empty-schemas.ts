import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { escapeIdentifier, Pool } from 'pg';
import type { Migration } from '../server/kit/database.ts';

/** The PostgreSQL server of the suites. */
export const testServerUrl =
  process.env['DOCENT_TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A schema for one test after the other. */
interface TestSchema {
  readonly name: string;
  /** To be called after each migration: notes the new tables, and the rows that they begin with. */
  noteTables(steps: readonly Migration[]): Promise<void>;
  /** True while it has the tables of its migrations and no others. */
  isWhole(): Promise<boolean>;
  /** Makes it as it was after its migrations; false when a test has changed its tables. */
  empty(): Promise<boolean>;
}

/** The schemas of one worker. Those of a run are dropped at its end (`dropSchemas`); outside of a run, after each test. */
export function createEmptySchemas(url: string) {
  const run = process.env['DOCENT_TEST_RUN'];
  // Files share their worker one after the other, so one connection is enough.
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  const unused: TestSchema[] = [];
  const drop = (schema: TestSchema) =>
    pool.query(`drop schema if exists ${escapeIdentifier(schema.name)} cascade`);
  return {
    async acquire(): Promise<TestSchema> {
      for (let schema = unused.pop(); schema !== undefined; schema = unused.pop()) {
        // A test that was given up may have changed tables after its end: the server finishes what it was told.
        if (await schema.isWhole()) return schema;
        await drop(schema);
      }
      return createSchema(pool, `${prefixOf(run ?? 'single')}${randomBytes(6).toString('hex')}`);
    },
    async release(schema: TestSchema): Promise<void> {
      if (run !== undefined && (await schema.empty().catch(() => false))) unused.push(schema);
      else await drop(schema);
    },
  };
}

/** Drops the schemas of a run. */
export async function dropSchemas(run: string): Promise<void> {
  const pool = new Pool({ connectionString: testServerUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [prefixOf(run)],
    );
    for (const { name } of rows) await pool.query(`drop schema ${escapeIdentifier(name)} cascade`);
  } finally {
    await pool.end();
  }
}

const prefixOf = (run: string) => `docent_test_${run}_`;

function createSchema(pool: Pool, name: string): TestSchema {
  const known = new Set<string>();
  /** The rows of each table after its migration, as JSON. */
  const tables = new Map<string, string>();
  const qualified = (table: string) => `${escapeIdentifier(name)}.${escapeIdentifier(table)}`;
  const namesIn = async (view: string, column: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select ${column} as name from ${view} where schemaname = $1 order by 1`,
      [name],
    );
    return rows.map((row) => row.name);
  };
  const tablesNow = async () =>
    (await namesIn('pg_tables', 'tablename')).filter((table) => table !== 'schema_migrations');

  const isWhole = async () => (await tablesNow()).join() === [...tables.keys()].toSorted().join();

  return {
    name,
    isWhole,
    async noteTables(steps) {
      if (steps.every((step) => known.has(step.name))) return;
      for (const table of await tablesNow()) {
        if (tables.has(table)) continue;
        const { rows } = await pool.query<{ all: string }>(
          `select coalesce(json_agg(one), '[]')::text as all from ${qualified(table)} one`,
        );
        tables.set(table, rows[0]?.all ?? '[]');
      }
      for (const step of steps) known.add(step.name);
    },
    async empty() {
      if (!(await isWhole())) return false;
      const sequences = await namesIn('pg_sequences', 'sequencename');
      const statements = [
        ...Array.from(tables.keys(), (table) => `delete from ${qualified(table)}`),
        ...sequences.map((sequence) => `alter sequence ${qualified(sequence)} restart`),
      ];
      await pool.query(statements.join(';'));
      for (const [table, all] of tables)
        if (all !== '[]')
          await pool.query(
            `insert into ${qualified(table)} select * from json_populate_recordset(null::${qualified(table)}, $1)`,
            [all],
          );
      return true;
    },
  };
}
