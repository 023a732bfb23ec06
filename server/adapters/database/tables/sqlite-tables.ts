import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { bytesAtOnce, rowsAtOnce, sizeOf, type Row, type TableWriter, type Value } from './rows.ts';

/** The tables of a connection that nothing else uses. */
export const sqliteTables = (connection: DatabaseSync): TableWriter => ({
  tables: async () =>
    connection
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .all()
      .map(({ name }) => String(name)),
  async *rows(table) {
    let rows: Row[] = [];
    let size = 0;
    for (const found of connection.prepare(`SELECT * FROM ${quoted(table)}`).iterate()) {
      const row = { ...found } as Record<string, Value>;
      rows.push(row);
      size += sizeOf(row);
      if (rows.length < rowsAtOnce && size < bytesAtOnce) continue;
      yield rows;
      rows = [];
      size = 0;
      await yieldToEventLoop();
    }
    if (rows.length > 0) yield rows;
  },
  async insert(table, rows) {
    const [first] = rows;
    if (!first) return;
    const names = Object.keys(first);
    const statement = connection.prepare(
      `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of rows) statement.run(...names.map((name) => row[name] as SQLInputValue));
  },
  async clear(table) {
    connection.exec(`DELETE FROM ${quoted(table)}`);
  },
});

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
