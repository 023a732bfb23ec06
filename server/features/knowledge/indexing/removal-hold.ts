import type { Log } from '../../../ports/log.ts';
import type { KnowledgeStore } from '../store.ts';

/**
 * An implausible disappearance of articles that a walk has met: the index keeps them until the administrator agrees
 * that they are gone, or they come back (rule KN17). It stands in the database, so any process shows it and hears the
 * agreement.
 */
export interface RemovalHold {
  /** Number of articles that wait for the administrator; 0 when there are none, and once the agreement is given. */
  held(): Promise<number>;
  /** Tells what a walk has met. */
  note(held: number): Promise<void>;
  /** The administrator agrees; resolves with the number of articles that this is about, 0 when there are none. */
  confirm(): Promise<number>;
  /** True when the agreement covers so many, and of a site that is no longer the connected one. */
  isConfirmed(missing: number): Promise<boolean>;
}

export function createRemovalHold(deps: {
  readonly store: Pick<
    KnowledgeStore,
    'removalHold' | 'holdRemoval' | 'confirmRemoval' | 'endRemovalHold' | 'followedSite' | 'followSite'
  >;
  /** Folder or address of the site; `''` where it is not known. */
  readonly site: () => string;
  readonly now: () => number;
  readonly log: Log;
}): RemovalHold {
  const { store, now, log } = deps;
  /** The operator has connected another site: its articles replace those of the one before, and nothing has failed. */
  async function isOtherSite(): Promise<boolean> {
    const [before, site] = [await store.followedSite(), deps.site()];
    return before !== '' && site !== '' && before !== site;
  }
  async function noteSite(): Promise<void> {
    const site = deps.site();
    if (site !== '' && site !== (await store.followedSite())) await store.followSite(site);
  }
  return {
    // The walk that removes what was agreed to ends the hold only after its last article; nobody may see both.
    async held() {
      const hold = await store.removalHold();
      return hold && !hold.isConfirmed ? hold.missing : 0;
    },
    async note(held) {
      await noteSite();
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
