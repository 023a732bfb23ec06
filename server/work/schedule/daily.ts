import { hourMs } from '../../kit/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Locks } from '../lock.ts';
import { coalesced } from './coalesce.ts';
import type { LookAtSureTime } from './sure-time.ts';

/** Less than a day, so that the time of day does not drift. */
const dueMs = 23 * hourMs;
const lease = 'daily';

/**
 * Work done once a day in the whole service, by whichever process first finds it due; the lease's note holds the time.
 * When that process dies half way, another one starts over within the hour.
 */
export function createDaily(deps: {
  readonly locks: Pick<Locks, 'tryAcquire' | 'inspect'>;
  readonly clock: Clock;
  /** While the clock is doubted, nothing is cleaned up. */
  readonly sureTime: LookAtSureTime;
  readonly log: Log;
  readonly work: () => Promise<unknown>;
}) {
  const { locks, clock, sureTime, log, work } = deps;

  let stopped = false;

  const isDue = async () => {
    const { note } = await locks.inspect(lease);
    // A note far ahead was written before the clock was set back, and must not end the clean-up until then.
    return note === '' || !(Math.abs(clock.now() - Number(note)) < dueMs);
  };

  const look = coalesced(async () => {
    if (stopped) return;
    try {
      // First, so that an hourly look notes the time.
      const { isSure } = await sureTime();
      if (!isSure || !(await isDue())) return;
      const { note } = await locks.inspect(lease);
      await using held = await locks.tryAcquire(lease, note);
      if (!held) return;
      await work();
      held.setNote(String(clock.now()));
    } catch (error) {
      log.warn({ err: String(error) }, 'the daily clean-up was interrupted');
    }
  });

  let timer: NodeJS.Timeout | undefined;
  return {
    /** Checks now and every hour. */
    start(): void {
      void look();
      timer = setInterval(() => void look(), hourMs);
      timer.unref();
    },
    look,
    /** Begins nothing more; resolves when running work has ended. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await look();
    },
  };
}
