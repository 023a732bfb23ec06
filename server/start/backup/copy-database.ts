import { DatabaseSync } from 'node:sqlite';
import { continueSequences, postgresTables } from '../../adapters/database/tables/postgres-tables.ts';
import {
  createTableSum,
  sumOf,
  type TableReader,
  type TableSum,
  type TableWriter,
} from '../../adapters/database/tables/rows.ts';
import { sqliteTables } from '../../adapters/database/tables/sqlite-tables.ts';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { SettingError } from '../../env.ts';
import type { Database } from '../../kit/database.ts';
import { makeDerived, notCopied } from '../../migrations.ts';
import { allMigrations, pendingSteps, unknownSteps } from '../schema.ts';

/** The records of each table that were copied and compared. */
export type CopiedTables = Readonly<Record<string, TableSum>>;

/** Writes all records of a PostgreSQL database, as they are at one moment, to a new SQLite file. Throws {@link SettingError}. */
export async function copyToFile(db: Database, path: string): Promise<CopiedTables> {
  await migrateFile(path);
  const copied = await withFile(path, async (target) =>
    db.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const source = postgresTables(tx);
        await refuseOther(source);
        return copyTables(source, target);
      }),
  );
  await withFile(path, (target) => compare(target, copied));
  const file = openSqlite(path);
  try {
    await file.query.transaction().execute((tx) => makeDerived(tx, 'sqlite'));
  } finally {
    await file.close();
  }
  return copied;
}

/**
 * Writes all records of a SQLite file, which is brought up to date before, to a PostgreSQL database without records, in one transaction:
 * one that is interrupted leaves nothing. Throws {@link SettingError}.
 */
export async function copyFromFile(path: string, db: Database): Promise<CopiedTables> {
  await migrateFile(path);
  const seeds = await seededTables();
  await db.migrate(allMigrations);
  return withFile(path, (source) =>
    db.durable(async (tx) => {
      const target = postgresTables(tx);
      await refuseRecords(target, seeds);
      const copied = await copyTables(source, target);
      await compare(target, copied);
      await makeDerived(tx, 'postgres');
      await continueSequences(tx);
      return copied;
    }),
  );
}

async function copyTables(source: TableReader, target: TableWriter): Promise<CopiedTables> {
  const there = new Set(await target.tables());
  const copied: Record<string, TableSum> = {};
  for (const table of await source.tables()) {
    if (notCopied.has(table)) continue;
    if (!there.has(table)) throw new SettingError(`this version of Docent has no table ${table}`);
    // What the schema begins with.
    await target.clear(table);
    const sum = createTableSum();
    for await (const rows of source.rows(table)) {
      for (const row of rows) sum.add(row);
      await target.insert(table, rows).catch((error: unknown) => {
        throw new SettingError(`records of ${table} cannot be stored: ${String(error)}`, { cause: error });
      });
    }
    copied[table] = sum.sum();
  }
  return copied;
}

/** Throws {@link SettingError} naming the first table whose records differ from what was read. */
async function compare(reader: TableReader, copied: CopiedTables): Promise<void> {
  for (const [table, { rows, checksum }] of Object.entries(copied)) {
    const found = await sumOf(reader, table);
    if (found.rows !== rows || found.checksum !== checksum)
      throw new SettingError(`records of ${table} differ after copying: ${found.rows} of ${rows} are there`);
  }
}

/** Throws {@link SettingError} for a database of another version: its tables are others. */
async function refuseOther(source: TableReader): Promise<void> {
  const steps: string[] = [];
  if ((await source.tables()).includes('schema_migrations'))
    for await (const rows of source.rows('schema_migrations'))
      steps.push(...rows.map(({ name }) => String(name)));
  if (unknownSteps(steps).length > 0)
    throw new SettingError('DOCENT_DATABASE_URL: the database was written by a newer version of Docent');
  if (pendingSteps(steps).length > 0)
    throw new SettingError(
      'DOCENT_DATABASE_URL: the database has not been brought up to date; start the service once',
    );
}

/** Throws {@link SettingError} for a database that has more than its schema begins with. */
async function refuseRecords(target: TableReader, seeds: ReadonlySet<string>): Promise<void> {
  for (const table of await target.tables()) {
    if (notCopied.has(table) || seeds.has(table)) continue;
    for await (const rows of target.rows(table))
      if (rows.length > 0)
        throw new SettingError(
          `DOCENT_DATABASE_URL: the database has records already (${table}); nothing is overwritten, name an empty one`,
        );
  }
}

/** Tables in which a new database has rows. */
async function seededTables(): Promise<ReadonlySet<string>> {
  const connection = new DatabaseSync(':memory:');
  const db = openSqlite(':memory:', { connection });
  await db.migrate(allMigrations);
  const tables = sqliteTables(connection);
  const seeded = new Set<string>();
  for (const table of await tables.tables()) if ((await sumOf(tables, table)).rows > 0) seeded.add(table);
  await db.close();
  return seeded;
}

async function migrateFile(path: string): Promise<void> {
  const db = openSqlite(path);
  try {
    await db.migrate(allMigrations);
  } finally {
    await db.close();
  }
}

/** Works on the tables of a file in one transaction. */
async function withFile<T>(path: string, work: (tables: TableWriter) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('BEGIN IMMEDIATE');
    const result = await work(sqliteTables(connection));
    connection.exec('COMMIT');
    return result;
  } finally {
    connection.close();
  }
}
