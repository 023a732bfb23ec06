import type { Feature } from '../http/implement.ts';
import { createDaily } from '../work/daily.ts';
import type { Locks } from '../work/lock.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Reservations of a process that died on another host are released after a minute; it counts as dead after 40 s. */
const oftenMs = 15_000;

/** The regular work of the whole service: clean-ups once a day in one process, and what must not wait for a day. */
export function createUpkeep(deps: {
  readonly features: readonly Pick<Feature, 'everyDay'>[];
  readonly often: () => Promise<unknown>;
  readonly locks: Pick<Locks, 'tryAcquire' | 'inspect'>;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { locks, clock, log } = deps;
  const daily = createDaily({
    locks,
    clock,
    log,
    work: () => Promise.all(deps.features.map(async (feature) => feature.everyDay?.())),
  });
  const often = () =>
    deps
      .often()
      .catch((error: unknown) => log.warn({ err: String(error) }, 'reserved tokens could not be settled'));
  const timers: NodeJS.Timeout[] = [];
  return {
    /** A clean-up that is due is done at once. */
    start(): void {
      daily.start();
      timers.push(setInterval(() => void often(), oftenMs).unref());
    },
    close(): void {
      daily.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}
