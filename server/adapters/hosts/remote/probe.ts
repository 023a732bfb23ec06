import { isRecent } from '../../../kit/calendar.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostHealth } from '../../../ports/host.ts';
import type { Availability } from './availability.ts';

const freshMs = 15_000;
const limitMs = 10_000;

/** Checks a platform's availability, at most every 15 seconds; callers wait for a check that is running. */
export const createProbe = (deps: {
  readonly availability: Availability;
  readonly clock: Clock;
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
}) => {
  const { availability, clock, ask } = deps;
  let askedAt = -Infinity;
  let running: Promise<unknown> | undefined;
  return async (signal?: AbortSignal): Promise<HostHealth> => {
    signal?.throwIfAborted();
    if (!isRecent(askedAt, freshMs, clock.now())) {
      askedAt = clock.now();
      const limit = AbortSignal.timeout(limitMs);
      running = availability
        .watch(ask(signal ? AbortSignal.any([signal, limit]) : limit))
        .catch(() => undefined);
    }
    await running;
    return availability.health;
  };
};
