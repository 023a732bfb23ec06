import { sql, type Kysely } from 'kysely';
import { bytesAtOnce, rowsAtOnce, sizeOf, type Row, type TableWriter } from './rows.ts';

/** The tables of the schema that a transaction works on. */
export function postgresTables(tx: Kysely<any>): TableWriter {
  return {
    async tables() {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(tx);
      return rows.map(({ name }) => name);
    },
    async *rows(table) {
      await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
      // The size of rows is only known from those before; it grows slowly, for the next ones may be larger.
      let count = 8;
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(count)} from copied`.execute(tx);
        if (rows.length === 0) break;
        yield rows;
        const mean = rows.reduce((sum, row) => sum + sizeOf(row), 1) / rows.length;
        count = Math.max(1, Math.min(rowsAtOnce, count * 2, Math.floor(bytesAtOnce / mean)));
      }
      await sql`close copied`.execute(tx);
    },
    async insert(table, rows) {
      await tx.insertInto(table).values(rows).execute();
    },
    async clear(table) {
      await tx.deleteFrom(table).execute();
    },
  };
}

/** Sets the sequences behind the numbers of the inserted rows. */
export async function continueSequences(tx: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval(%'`.execute(tx);
  for (const { table, column } of rows)
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(tx);
}
