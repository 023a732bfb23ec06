import type { Feature } from '../http/implement.ts';
import { logRepeated } from '../kit/database.ts';
import { createDaily } from '../work/schedule/daily.ts';
import type { LookAtSureTime } from '../work/schedule/sure-time.ts';
import type { Locks } from '../work/lock.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/**
 * Interval of settling reservations: those of a process that died on another host are free within a minute (it counts
 * as dead after 40 s).
 */
const settleEveryMs = 20_000;

/** Regular work of the service: daily clean-ups in one process, and settling abandoned reservations. */
export function createUpkeep(deps: {
  readonly features: readonly Pick<Feature, 'everyDay'>[];
  readonly often: () => Promise<unknown>;
  /** Takes what the clean-ups deleted out of the files of the database. */
  readonly forget: (() => Promise<void>) | undefined;
  readonly locks: Pick<Locks, 'tryAcquire' | 'inspect'>;
  readonly clock: Clock;
  readonly sureTime: LookAtSureTime;
  readonly log: Log;
}) {
  const { locks, clock, sureTime, log } = deps;
  const daily = createDaily({
    locks,
    clock,
    sureTime,
    log,
    async work() {
      await Promise.all(deps.features.map(async (feature) => feature.everyDay?.()));
      await deps.forget?.();
    },
  });
  let settling: Promise<unknown> = Promise.resolve();
  const often = () => {
    settling = deps
      .often()
      .catch((error: unknown) => logRepeated(log, error, 'reserved tokens could not be settled'));
  };
  const timers: NodeJS.Timeout[] = [];
  return {
    /** Starts the timers. A daily clean-up that is due runs at once. */
    start(): void {
      daily.start();
      timers.push(setInterval(often, settleEveryMs).unref());
    },
    /** Begins nothing more; resolves when running work has ended. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([daily.stop(), settling]);
    },
  };
}
