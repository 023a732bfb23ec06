import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../kit/database.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Log } from '../../../../ports/log.ts';
import { createLiveness } from '../../../../work/liveness.ts';
import { createLocks } from '../../../../work/lock.ts';
import type { PageStore } from '../store.ts';

export interface CrawlAloneDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
  readonly store: Pick<PageStore, 'forgetOthers'>;
  /** Sets the crawls of a source apart; `''` for that of the site. */
  readonly group: string;
  readonly crawler: { readonly run: (signal: AbortSignal) => Promise<void> };
}

/** Pause before the lock is asked for again. */
const againMs = 5_000;

/** Crawls while no other process on the database does, until the signal aborts; another process takes over when this one dies. */
export async function crawlAlone(
  { db, clock, log, instanceId, store, crawler, group }: CrawlAloneDeps,
  signal: AbortSignal,
): Promise<void> {
  // Liveness is started where the service is built; here it only judges other processes.
  const locks = createLocks(db, clock, createLiveness({ db, clock, log, self: instanceId }));
  while (!signal.aborted) {
    try {
      await store.forgetOthers();
      await using held = await locks.tryAcquire(`web-crawl${group}`);
      if (held) await crawler.run(AbortSignal.any([signal, held.signal]));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: String(error) }, 'the site could not be crawled; trying again');
    }
    await pause(againMs, undefined, { signal }).catch(() => undefined);
  }
}
