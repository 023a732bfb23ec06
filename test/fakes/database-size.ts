import { sql } from 'kysely';
import type { Database } from '../../server/kit/database.ts';

/** Bytes of the pages that a SQLite database uses. */
export async function usedBytes({ query }: Database): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(
    query,
  );
  return rows[0]?.bytes ?? 0;
}
