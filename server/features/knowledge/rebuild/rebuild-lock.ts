import { setTimeout as pause } from 'node:timers/promises';
import { explained } from '../../../kit/explained.ts';
import { busy } from '../../../kit/fault.ts';
import type { Lease, Locks, LeaseView } from '../../../work/lock.ts';

/** The lease of the full rebuild; its note is the progress. */
const ofAll = 'index-rebuild';
/** The lease of a request for one article. */
const ofOne = 'index-article';
const lookMs = 100;
/** Time that a request for one article waits for the previous one. */
const patienceMs = 10_000;

/** Keeps the full rebuild and requests for single articles apart, in all processes of the service (rule KN3). */
export interface RebuildLock {
  /** Acquires the lease of a full rebuild; `undefined` while something excludes one. */
  all(note: string): Promise<Lease | undefined>;
  /** Runs requests for single articles one after the other. Throws the Fault `busy` during a full rebuild. */
  one<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** State of the full rebuild's lease. */
  inspect(): Promise<LeaseView>;
  /** Requests the full rebuild to stop, wherever it runs. */
  cancelAll(): Promise<void>;
  /** Aborts requests for single articles. */
  close(): Promise<void>;
}

export function createRebuildLock(
  locks: Pick<Locks, 'tryAcquire' | 'inspect' | 'requestCancel'>,
): RebuildLock {
  const stopping = new AbortController();
  const working = new Set<Promise<unknown>>();
  const isHeld = async (name: string) => (await locks.inspect(name)).held;

  async function alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let waited = 0; ; waited += lookMs) {
      stopping.signal.throwIfAborted();
      if (await isHeld(ofAll)) throw busy(explained('rebuild_blocks'));
      await using lease = await locks.tryAcquire(ofOne);
      // Checked again: each side acquires its own lease first, so at least one of the two sees the other.
      if (lease && !(await isHeld(ofAll)))
        return await work(AbortSignal.any([stopping.signal, lease.signal]));
      if (waited >= patienceMs) throw busy(explained('rebuild_article'));
      await pause(lookMs, undefined, { signal: stopping.signal });
    }
  }

  return {
    async all(note) {
      if (await isHeld(ofOne)) return undefined;
      const lease = await locks.tryAcquire(ofAll, note);
      if (!lease || !(await isHeld(ofOne))) return lease;
      lease.setNote('');
      await lease[Symbol.asyncDispose]();
      return undefined;
    },
    async one(work) {
      const done = alone(work);
      working.add(done);
      try {
        return await done;
      } finally {
        working.delete(done);
      }
    },
    inspect: () => locks.inspect(ofAll),
    cancelAll: () => locks.requestCancel(ofAll),
    async close() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      await Promise.allSettled(working);
    },
  };
}
