import { sql } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import { pagePath } from '../../../text/page-path.ts';
import { pathKeyOf } from './path-key.ts';
import { toArticle, type IndexedArticle } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Articles whose paths have one key: duplicates, and those of earlier addresses. */
const mostAtPath = 20;

/** Heads of articles that are there, read from the database when they are asked for. */
export function createHeadQueries(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const present = (generation: number) =>
    db.selectFrom('indexed_articles').where('generation', '=', generation).where('state', '<>', 'removed');

  return {
    /** Number of articles. */
    async headCount(generation: number): Promise<number> {
      const row = await present(generation)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    async headsById(generation: number, ids: readonly string[]): Promise<Map<string, IndexedArticle>> {
      if (ids.length === 0) return new Map();
      const rows = await present(generation)
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map((row) => [row.id, toArticle(row)]));
    },

    /** The article of a page of the site, the earliest where there are several. */
    async headAt(generation: number, path: string): Promise<IndexedArticle | undefined> {
      const rows = await present(generation)
        .selectAll()
        .where('path_key', '=', pathKeyOf(path))
        .orderBy('seq')
        .limit(mostAtPath)
        .execute();
      const row = rows.find(({ id, url }) => sourceOf(id) === undefined && pagePath(url) === path);
      return row && toArticle(row);
    },

    /** The most visited articles, and of those that nobody counts the latest. */
    async leadingHeads(generation: number, limit: number): Promise<readonly IndexedArticle[]> {
      const rows = await present(generation)
        .selectAll()
        .orderBy(sql`coalesce(visits, 0)`, 'desc')
        .orderBy('modified_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toArticle);
    },

    /** Gives some articles that an earlier version wrote their key in the index of paths; resolves with whether more are left. */
    async addPathKeys(generation: number): Promise<boolean> {
      const rows = await db
        .selectFrom('indexed_articles')
        .select(['id', 'url'])
        .where('generation', '=', generation)
        .where('path_key', '=', '')
        .limit(keysAtOnce)
        .execute();
      if (rows.length === 0) return false;
      const keys = sql.join(rows.map(({ id, url }) => sql`(${id}, ${pathKeyOf(url)})`));
      await sql`update indexed_articles set path_key = keys.column2 from (values ${keys}) as keys
        where generation = ${generation} and id = keys.column1`.execute(db);
      return rows.length === keysAtOnce;
    },
  };
}

const keysAtOnce = 500;
