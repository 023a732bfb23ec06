import type { Locks } from '../../../work/lock.ts';
import type { LookAtSureTime } from '../../../work/schedule/sure-time.ts';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import type { Log } from '../../../ports/log.ts';
import type { KnowledgeStore } from '../store.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';

const lease = 'index-sweep';

/** Deletes old generations and unused vectors, a little at a time, in one process of the service. */
export function createGarbageCollector(deps: {
  readonly store: Pick<KnowledgeStore, 'sweep'>;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  /** The generation that this process serves, if it is the only process on the database; otherwise `undefined`. */
  readonly served: () => number | undefined;
  /** Releases the space of deleted rows to the disk. */
  readonly forget: (() => Promise<void>) | undefined;
  readonly sureTime: LookAtSureTime;
  readonly log: Log;
}) {
  const stopping = new AbortController();
  const collect = coalesced(async () => {
    if (stopping.signal.aborted) return;
    try {
      await using held = await deps.locks.tryAcquire(lease);
      if (!held) return;
      let rows = 0;
      const { now } = await deps.sureTime();
      for await (const deleted of deps.store.sweep(now, deps.served())) {
        rows += deleted;
        if (stopping.signal.aborted || held.signal.aborted) break;
        await yieldToEventLoop();
      }
      if (rows === 0) return;
      deps.log.info({ rows }, 'old records of the index are deleted');
      await deps.forget?.();
    } catch (error) {
      if (!stopping.signal.aborted)
        deps.log.warn({ err: String(error) }, 'old records of the index could not be deleted');
    }
  });
  return {
    collect,
    async stop(): Promise<void> {
      stopping.abort();
      await collect();
    },
  };
}
