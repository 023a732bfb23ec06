import type { Database } from '../../../kit/database.ts';
import { hasTable } from '../../../kit/records/has-table.ts';
import type { KnowledgeTables } from './tables.ts';

/** The site that an index belongs to. */
export interface FollowedSite {
  /** Folder or address; `''` when unknown. */
  readonly site: string;
  /** The operator's settings for it, without secrets, in the format of the code that opens the host. */
  readonly settings: string;
}

/** The single row about an implausible disappearance of articles. */
export function createRemovalHoldStore(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const id = 1;
  /** The stored site; without settings in a database that is not migrated yet. */
  const followed = (): Promise<{ site: string; settings?: string } | undefined> =>
    db.selectFrom('followed_site').selectAll().where('id', '=', id).executeTakeFirst();
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
      return (await followed())?.site ?? '';
    },

    /** The same with its settings, also in a database that is not migrated yet. */
    async keptSite(): Promise<FollowedSite | undefined> {
      if (!(await hasTable(database, 'followed_site'))) return undefined;
      const row = await followed();
      return row && { site: row.site, settings: row.settings ?? '' };
    },

    async followSite({ site, settings }: FollowedSite): Promise<void> {
      await db
        .insertInto('followed_site')
        .values({ id, site, settings })
        .onConflict((on) => on.column('id').doUpdateSet({ site, settings }))
        .execute();
    },

    async endRemovalHold(): Promise<void> {
      await db.deleteFrom('removal_hold').where('id', '=', id).execute();
    },
  };
}
