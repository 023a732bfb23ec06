import { setTimeout as pause } from 'node:timers/promises';
import type { Locks } from '../../kit/lock.ts';
import { oneAtATime } from '../../kit/one-at-a-time.ts';
import type { Log } from '../../ports/log.ts';

const lease = 'index-walk';

/** Walks the host when asked: one walk at a time in the whole service, and one more for all hints that come during it. */
export interface HostWalks {
  /** Resolves when a walk of this process that began after this call has ended, also when it failed. */
  walk(): Promise<void>;
  stop(): Promise<void>;
}

export function createHostWalks(deps: {
  readonly locks: Pick<Locks, 'take'>;
  readonly log: Log;
  /** Brings the index level with the host once. */
  readonly once: (signal: AbortSignal) => Promise<void>;
  /** How often to look whether the walk of another process has ended. */
  readonly lookMs?: number;
}): HostWalks {
  const { locks, log, once, lookMs = 1_000 } = deps;
  const stopping = new AbortController();

  const walk = oneAtATime(async () => {
    try {
      // What this process was told may have come too late for the walk of another one.
      while (!(await walkAlone())) await pause(lookMs, undefined, { signal: stopping.signal });
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: String(error) }, 'the index could not follow the host');
    }
  });

  /** False when another process is walking. */
  async function walkAlone(): Promise<boolean> {
    if (stopping.signal.aborted) return true;
    await using held = await locks.take(lease);
    if (!held) return false;
    await once(AbortSignal.any([stopping.signal, held.signal]));
    return true;
  }

  return {
    walk,
    async stop() {
      stopping.abort(new DOMException('The service is stopping', 'AbortError'));
      await walk();
    },
  };
}
