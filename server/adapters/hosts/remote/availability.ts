import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostHealth } from '../../../ports/host.ts';

/** Availability of the site, by the outcome of regular requests. */
export interface Availability {
  /** Records the outcome and passes it on. `unavailable` and refusals of Docent count as an outage. */
  watch<T>(work: Promise<T>): Promise<T>;
  readonly health: HostHealth;
}

export const createAvailability = (clock: Clock): Availability => {
  let health: HostHealth = { ok: true, reason: '' };
  return {
    async watch(work) {
      try {
        const result = await work;
        health = { ok: true, reason: '' };
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
  };
};
