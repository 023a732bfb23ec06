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

/** An implausible disappearance of articles. */
interface StoredHold {
  readonly missing: number;
  readonly isConfirmed: boolean;
}

/** What is stored of implausible disappearances of articles, by source with `''` for the site, and of the site itself. */
export function createRemovalHoldStore(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const id = 1;
  /** The stored site; without settings in a database that is not migrated yet. */
  const followed = (): Promise<{ site: string; settings?: string } | undefined> =>
    db.selectFrom('followed_site').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    async removalHolds(): Promise<ReadonlyMap<string, StoredHold>> {
      const rows = await db.selectFrom('removal_holds').selectAll().execute();
      return new Map(
        rows.map(({ source, missing, confirmed }) => [source, { missing, isConfirmed: confirmed === 1 }]),
      );
    },

    /** Records the number of missing articles; a confirmation of another number no longer counts. */
    async holdRemoval(source: string, missing: number, now: number): Promise<void> {
      await db
        .insertInto('removal_holds')
        .values({ source, missing, since: now, confirmed: 0 })
        .onConflict((on) => on.column('source').doUpdateSet({ missing, confirmed: 0 }))
        .execute();
    },

    /** Resolves with the number of articles, `undefined` when none are held. */
    async confirmRemoval(source: string): Promise<number | undefined> {
      const row = await db
        .updateTable('removal_holds')
        .set({ confirmed: 1 })
        .where('source', '=', source)
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

    async endRemovalHold(source: string): Promise<void> {
      await db.deleteFrom('removal_holds').where('source', '=', source).execute();
    },
  };
}
