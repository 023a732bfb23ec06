import { sql, type Kysely } from 'kysely';

/** The schema steps of the database, read without changing it; none for an empty one. */
export async function postgresSteps(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('schema_migrations')::text as table`.execute(db);
  if (found[0]?.table == null) return [];
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}
