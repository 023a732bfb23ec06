import type { Log } from '../../../ports/log.ts';
import type { KnowledgeStore } from '../store.ts';
import type { FollowedSite } from '../store/removal-hold.ts';

/**
 * Records an implausible disappearance of articles found by a crawl: the index keeps them until the administrator
 * confirms their removal, or they return (rule KN17). It is stored in the database, so that every process shows it
 * and accepts the confirmation.
 */
export interface RemovalHold {
  /** Number of articles that await confirmation; 0 when there are none, and after the confirmation. */
  held(): Promise<number>;
  /** The site that a crawl begins with. */
  site(): FollowedSite;
  /** Records the result of a crawl of this site. */
  note(held: number, site: FollowedSite): Promise<void>;
  /** Records the administrator's confirmation; resolves with the number of articles concerned, 0 when there are none. */
  confirm(): Promise<number>;
  /** True when the confirmation covers this many articles; also true for articles of a site that is no longer connected. */
  isConfirmed(missing: number): Promise<boolean>;
}

export function createRemovalHold(deps: {
  readonly store: Pick<
    KnowledgeStore,
    | 'removalHold'
    | 'holdRemoval'
    | 'confirmRemoval'
    | 'endRemovalHold'
    | 'followedSite'
    | 'keptSite'
    | 'followSite'
  >;
  readonly site: () => FollowedSite;
  readonly now: () => number;
  readonly log: Log;
}): RemovalHold {
  const { store, now, log } = deps;
  /** The operator has connected another site: its articles replace the previous ones, and nothing has failed. */
  async function isOtherSite(): Promise<boolean> {
    const [before, { site }] = [await store.followedSite(), deps.site()];
    return before !== '' && site !== '' && before !== site;
  }
  async function noteSite({ site, settings }: FollowedSite): Promise<void> {
    if (site === '') return;
    const before = await store.keptSite();
    if (before?.site !== site || before.settings !== settings) await store.followSite({ site, settings });
  }
  return {
    // The crawl that removes confirmed articles ends the hold only after its last article; no reader may see both.
    async held() {
      const hold = await store.removalHold();
      return hold && !hold.isConfirmed ? hold.missing : 0;
    },
    site: deps.site,
    async note(held, site) {
      await noteSite(site);
      const before = await store.removalHold();
      if (held === 0) {
        if (before) await store.endRemovalHold();
        return;
      }
      if (before?.missing === held) return;
      await store.holdRemoval(held, now());
      log.warn(
        { missing: held },
        'the site suddenly misses most of its articles; they stay in the index until their removal is confirmed',
      );
    },
    confirm: async () => (await store.confirmRemoval()) ?? 0,
    async isConfirmed(missing) {
      const hold = await store.removalHold();
      return (hold?.isConfirmed === true && missing <= hold.missing) || (await isOtherSite());
    },
  };
}
