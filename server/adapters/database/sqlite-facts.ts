import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Schema steps and record counts of a database file, read without changing it. */
export interface DatabaseFacts {
  /** Applied schema steps. */
  readonly steps: readonly string[];
  /** Number of records by table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Applied schema steps of a database file; none for an empty one. Throws SQLite's error. */
export function schemaSteps(path: string): readonly string[] {
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    return stepsOf(connection);
  } finally {
    connection.close();
  }
}

/** Facts of a database file that no process writes. Throws SQLite's error, and an error for a damaged file. */
export function databaseFacts(path: string): DatabaseFacts {
  const url = pathToFileURL(path);
  // Creates no files beside the database.
  url.search = '?immutable=1';
  const connection = new DatabaseSync(url, { readOnly: true });
  try {
    const [check] = connection.prepare('PRAGMA integrity_check(1)').all();
    if (check?.['integrity_check'] !== 'ok') throw new Error('the database in it is damaged');
    const tables = connection
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all()
      .map(({ name }) => String(name))
      .toSorted();
    const counts = tables.map((table) => [table, countOf(connection, table)] as const);
    return { steps: stepsOf(connection), counts: Object.fromEntries(counts) };
  } finally {
    connection.close();
  }
}

const countOf = (connection: DatabaseSync, table: string): number =>
  Number(
    connection.prepare(`SELECT count(*) AS count FROM "${table.replaceAll('"', '""')}"`).get()?.['count'],
  );

function stepsOf(connection: DatabaseSync): readonly string[] {
  const foundTable = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get();
  if (!foundTable) return [];
  return connection
    .prepare('SELECT name FROM schema_migrations ORDER BY rowid')
    .all()
    .map(({ name }) => String(name));
}
