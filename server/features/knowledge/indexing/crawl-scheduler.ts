import { setTimeout as pause } from 'node:timers/promises';
import type { Lease, Locks } from '../../../work/lock.ts';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import { explained } from '../../../kit/explained.ts';
import type { Log } from '../../../ports/log.ts';

const lease = 'site-crawl';
/** The lease's note once the leader's first crawl is done. */
const firstCrawlDone = 'walked';
/** Poll interval of a starting process that waits for the leader's first crawl. */
const waitMs = 100;
/** Poll interval for finding a missing leader: who reads the site next need not be known sooner. */
const usualLookMs = 12_000;
/** Time for which a process whose crawl failed leaves the lead to others. */
const restMs = 30_000;

/** Follows the host in one process of the service, the leader; the others pass their hints on to it. */
export interface CrawlScheduler {
  /** The leader crawls, and once more for all calls during a crawl; any other process asks it to. Never rejects. */
  crawl(): Promise<void>;
  /** The same in the leader; nothing anywhere else. */
  crawlIfLeading(): void;
  /** True in the process that follows the host. */
  readonly isLeading: boolean;
  /** Resolves when the index is up to date with the host for the first time, by a crawl of this process or of the leader. May be called again after a failure. */
  first(): Promise<void>;
  /** When this process last crawled without a failure, in epoch milliseconds; `undefined` before, and in a process that never led. */
  readonly lastAt: number | undefined;
  stop(): Promise<void>;
}

export function createCrawlScheduler(deps: {
  readonly locks: Pick<Locks, 'tryAcquire' | 'inspect'>;
  readonly log: Log;
  readonly now: () => number;
  /** Brings the index up to date with the host once. */
  readonly once: (signal: AbortSignal) => Promise<void>;
  /** Asks the leader to crawl, wherever it runs. */
  readonly ask: () => Promise<void>;
  /** Poll interval for finding a missing leader; each look is a query. */
  readonly lookMs?: number;
}): CrawlScheduler {
  const { locks, log, now, once, ask, lookMs = usualLookMs } = deps;
  const stopping = new AbortController();
  let leading: Lease | undefined;
  let taking: Promise<Lease | undefined> | undefined;
  let looking: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  let tried = false;
  let lastAt: number | undefined;

  /** Releases the lead. */
  const resign = async () => {
    const held = leading;
    leading = undefined;
    try {
      await held?.[Symbol.asyncDispose]();
    } catch {
      // The lease expires by itself.
    }
  };

  const take = async () => {
    if (leading?.signal.aborted) await resign();
    if (!leading && !stopping.signal.aborted) leading = await locks.tryAcquire(lease);
    return leading;
  };
  /** The lease of the lead, `undefined` while another process has it. */
  const lead = () => (taking ??= take().finally(() => (taking = undefined)));

  const crawl = coalesced(async () => {
    if (stopping.signal.aborted) return;
    try {
      const held = await lead();
      if (!held) return await ask();
      tried = true;
      await once(AbortSignal.any([stopping.signal, held.signal]));
      held.setNote(firstCrawlDone);
      lastAt = now();
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ err: String(error) }, 'the index could not follow the host');
      // Another process may still reach the site.
      restsUntil = performance.now() + restMs;
      await resign();
    }
  });

  /** Takes the lead when no process has it. */
  const look = coalesced(async () => {
    if ((leading && !leading.signal.aborted) || performance.now() < restsUntil) return;
    const held = await lead().catch(() => undefined);
    if (held) await crawl();
  });

  return {
    crawl,
    crawlIfLeading: () => void (leading && crawl()),
    async first() {
      looking ??= setInterval(() => void look(), lookMs).unref();
      while (!stopping.signal.aborted) {
        await look();
        if (tried) return;
        const { held, note } = await locks.inspect(lease);
        if (held && note === firstCrawlDone) return;
        await pause(Math.min(lookMs, waitMs), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    },
    get isLeading() {
      return leading !== undefined;
    },
    get lastAt() {
      return lastAt;
    },
    async stop() {
      clearInterval(looking);
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      await crawl();
      await look();
      await resign();
    },
  };
}
