import type { Database } from '../../../kit/database.ts';
import { toChunk, type StoredChunk } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Queries for the passages of articles. */
export function createPassages(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  return {
    /** In reading order, by article; unknown articles have none. */
    async chunksOf(generation: number, ids: readonly string[]): Promise<Map<string, StoredChunk[]>> {
      const byArticle = new Map<string, StoredChunk[]>(ids.map((id) => [id, []]));
      if (ids.length === 0) return byArticle;
      const rows = await db
        .selectFrom('chunks')
        .selectAll()
        .where('generation', '=', generation)
        .where('article_id', 'in', [...ids])
        .orderBy('article_id')
        .orderBy('chunk_index')
        .execute();
      for (const row of rows) byArticle.get(row.article_id)?.push(toChunk(row));
      return byArticle;
    },

    /** The passages with these identities, in no particular order. */
    async passages(
      generation: number,
      wanted: readonly { readonly articleId: string; readonly identity: string }[],
    ): Promise<readonly { articleId: string; chunk: StoredChunk }[]> {
      if (wanted.length === 0) return [];
      const keys = new Set(wanted.map(({ articleId, identity }) => `${articleId} ${identity}`));
      // Filters both columns separately: with pairs joined by OR, SQLite reads the whole generation.
      const rows = await db
        .selectFrom('chunks')
        .selectAll()
        .where('generation', '=', generation)
        .where('article_id', 'in', [...new Set(wanted.map(({ articleId }) => articleId))])
        .where('identity', 'in', [...new Set(wanted.map(({ identity }) => identity))])
        .execute();
      return rows
        .filter((row) => keys.has(`${row.article_id} ${row.identity}`))
        .map((row) => ({ articleId: row.article_id, chunk: toChunk(row) }));
    },
  };
}
