import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** What a database file holds, read without changing it. */
export interface DatabaseFacts {
  /** The steps of the schema that it has been through. */
  readonly steps: readonly string[];
  /** Records by table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The steps of the schema that a database file has been through; none for an empty one. Throws what SQLite throws. */
export function schemaSteps(path: string): readonly string[] {
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    return stepsOf(connection);
  } finally {
    connection.close();
  }
}

/** The facts of a database file that nobody writes. Throws what SQLite throws, and an error for a damaged file. */
export function databaseFacts(path: string): DatabaseFacts {
  const url = pathToFileURL(path);
  // Nothing is written beside the file either.
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
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get();
  if (!isThere) return [];
  return connection
    .prepare('SELECT name FROM schema_migrations ORDER BY rowid')
    .all()
    .map(({ name }) => String(name));
}
