import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostHealth } from '../../../ports/host.ts';

/** Availability of the site, by the outcome of regular requests. */
export interface Availability {
  /** Records the outcome and passes it on. `unavailable` and refusals of Docent count as an outage. */
  watch<T>(work: Promise<T>): Promise<T>;
  readonly health: HostHealth;
  /** When a request last succeeded, in epoch milliseconds; `undefined` before the first one. */
  readonly okAt: number | undefined;
}

export const createAvailability = (clock: Clock): Availability => {
  let health: HostHealth = { ok: true, reason: '' };
  let okAt: number | undefined;
  return {
    async watch(work) {
      try {
        const result = await work;
        health = { ok: true, reason: '' };
        okAt = clock.now();
        return result;
      } catch (error) {
        if (isFault(error, 'unavailable') || isFault(error, 'forbidden') || isFault(error, 'invalid'))
          health = {
            ok: false,
            reason: error.words,
            since: health.since ?? new Date(clock.now()).toISOString(),
          };
        throw error;
      }
    },
    get health() {
      return health;
    },
    get okAt() {
      return okAt;
    },
  };
};
