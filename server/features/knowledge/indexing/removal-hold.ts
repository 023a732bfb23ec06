import type { Log } from '../../../ports/log.ts';
import type { KnowledgeStore } from '../store.ts';
import type { FollowedSite } from '../store/removal-hold.ts';

/**
 * Records an implausible disappearance of articles found by a crawl: the index keeps them until the administrator
 * confirms their removal, or they return (rule KN17). It is stored in the database, so that every process shows it
 * and accepts the confirmation.
 */
export interface RemovalHold {
  /** Numbers of articles that await confirmation, by source with `''` for the site; those confirmed and none are left out. */
  held(): Promise<ReadonlyMap<string, number>>;
  /** The site that a crawl begins with. */
  site(): FollowedSite;
  /** Records that a crawl has followed this site. */
  followed(site: FollowedSite): Promise<void>;
  /** Records the articles that a crawl of the site, or of the sources beside it, has missed, by source with `''` for the site. */
  note(of: 'site' | 'sources', held: ReadonlyMap<string, number>): Promise<void>;
  /** Records the administrator's confirmation for one source; resolves with the number of articles concerned, 0 when there are none. */
  confirm(source: string): Promise<number>;
  /** True when the confirmation covers this many articles; also true for articles of a site that is no longer connected. */
  isConfirmed(source: string, missing: number): Promise<boolean>;
}

export function createRemovalHold(deps: {
  readonly store: Pick<
    KnowledgeStore,
    | 'removalHolds'
    | 'holdRemoval'
    | 'confirmRemoval'
    | 'endRemovalHold'
    | 'followedSite'
    | 'keptSite'
    | 'followSite'
  >;
  readonly site: () => FollowedSite;
  /** Told when the administrator has confirmed a removal. */
  readonly confirmed: () => void;
  readonly now: () => number;
  readonly log: Log;
}): RemovalHold {
  const { store, now, log } = deps;
  /** The operator has connected another site: its articles replace the previous ones, and nothing has failed. */
  async function isOtherSite(): Promise<boolean> {
    const [before, { site }] = [await store.followedSite(), deps.site()];
    return before !== '' && site !== '' && before !== site;
  }
  return {
    // The crawl that removes confirmed articles ends the hold only after its last article; no reader may see both.
    async held() {
      const open = [...(await store.removalHolds())].filter(([, { isConfirmed }]) => !isConfirmed);
      return new Map(open.map(([source, { missing }]) => [source, missing]));
    },
    site: deps.site,
    async followed({ site, settings }) {
      if (site === '') return;
      const before = await store.keptSite();
      if (before?.site !== site || before.settings !== settings) await store.followSite({ site, settings });
    },
    async note(of, held) {
      const before = await store.removalHolds();
      for (const source of before.keys())
        if ((source === '') === (of === 'site') && !held.has(source)) await store.endRemovalHold(source);
      for (const [source, missing] of held) {
        if (before.get(source)?.missing === missing) continue;
        await store.holdRemoval(source, missing, now());
        log.warn(
          { missing, ...(source !== '' && { source }) },
          'the site suddenly misses most of its articles; they stay in the index until their removal is confirmed',
        );
      }
    },
    async confirm(source) {
      const removed = (await store.confirmRemoval(source)) ?? 0;
      if (removed > 0) deps.confirmed();
      return removed;
    },
    async isConfirmed(source, missing) {
      const hold = (await store.removalHolds()).get(source);
      return (
        (hold?.isConfirmed === true && missing <= hold.missing) || (source === '' && (await isOtherSite()))
      );
    },
  };
}
