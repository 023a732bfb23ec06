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
  /** True when the agreement covers so many. */
  isConfirmed(missing: number): Promise<boolean>;
}

export function createRemovalHold(deps: {
  readonly store: Pick<KnowledgeStore, 'removalHold' | 'holdRemoval' | 'confirmRemoval' | 'endRemovalHold'>;
  readonly now: () => number;
  readonly log: Log;
}): RemovalHold {
  const { store, now, log } = deps;
  return {
    // The walk that removes what was agreed to ends the hold only after its last article; nobody may see both.
    async held() {
      const hold = await store.removalHold();
      return hold && !hold.isConfirmed ? hold.missing : 0;
    },
    async note(held) {
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
      return hold !== undefined && hold.isConfirmed && missing <= hold.missing;
    },
  };
}
