import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostHealth } from '../../../ports/host.ts';

/** True when the site answers, by the outcome of the requests that are made anyway. */
export interface Availability {
  /** Passes the outcome on and remembers it. `unavailable` counts as the site being away, as does what refuses Docent. */
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
            reason: error.message,
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
