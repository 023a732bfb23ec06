import type { Database } from '../../../kit/database.ts';
import type { KnowledgeTables } from './tables.ts';

/** The single row about an implausible disappearance of articles. */
export function createRemovalHoldStore(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const id = 1;
  return {
    async removalHold() {
      const row = await db.selectFrom('removal_hold').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { missing: row.missing, since: row.since, isConfirmed: row.confirmed === 1 };
    },

    /** Records the number of missing articles; a confirmation of another number no longer counts. */
    async holdRemoval(missing: number, now: number): Promise<void> {
      await db
        .insertInto('removal_hold')
        .values({ id, missing, since: now, confirmed: 0 })
        .onConflict((on) => on.column('id').doUpdateSet({ missing, confirmed: 0 }))
        .execute();
    },

    /** Resolves with the number of articles, `undefined` when none are held. */
    async confirmRemoval(): Promise<number | undefined> {
      const row = await db
        .updateTable('removal_hold')
        .set({ confirmed: 1 })
        .where('id', '=', id)
        .returning('missing')
        .executeTakeFirst();
      return row?.missing;
    },

    /** The site of the last complete crawl; `''` before the first one. */
    async followedSite(): Promise<string> {
      const row = await db.selectFrom('followed_site').select('site').where('id', '=', id).executeTakeFirst();
      return row?.site ?? '';
    },

    async followSite(site: string): Promise<void> {
      await db
        .insertInto('followed_site')
        .values({ id, site })
        .onConflict((on) => on.column('id').doUpdateSet({ site }))
        .execute();
    },

    async endRemovalHold(): Promise<void> {
      await db.deleteFrom('removal_hold').where('id', '=', id).execute();
    },
  };
}
