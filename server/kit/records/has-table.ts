import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Whether a database that may not be migrated yet has a table. Looks at that name alone: on a server other programs make and drop theirs meanwhile. */
export async function hasTable(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  table: string,
): Promise<boolean> {
  const found =
    engine === 'postgres'
      ? sql<{ name: string | null }>`select to_regclass(quote_ident(${table}))::text as name`
      : sql<{ name: string | null }>`select name from sqlite_master where type = 'table' and name = ${table}`;
  const { rows } = await found.execute(query);
  return rows.some(({ name }) => name !== null);
}
