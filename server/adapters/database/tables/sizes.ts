import type { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import type { TableSize } from '../../../kit/database.ts';

/** Sizes of the tables of a file, the largest first. Reads the whole file. */
export const sqliteSizes = (connection: DatabaseSync): readonly TableSize[] =>
  connection
    .prepare(
      'SELECT s.tbl_name AS "table", sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY s.tbl_name ORDER BY bytes DESC',
    )
    .all()
    .map(({ table, bytes }) => ({ table: String(table), bytes: Number(bytes) }));

/** Sizes of the tables of the current schema, the largest first. */
export async function postgresSizes(db: Kysely<unknown>): Promise<readonly TableSize[]> {
  const { rows } = await sql<TableSize>`
    select relname as table, pg_total_relation_size(relid) as bytes from pg_stat_user_tables
    where schemaname = current_schema() order by bytes desc, relname`.execute(db);
  return rows;
}

/** Releases the space of deleted records, and updates the statistics of the planner. */
export async function vacuumPostgres(db: Kysely<unknown>): Promise<void> {
  for (const { table } of await postgresSizes(db)) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}
