import { databaseUnavailable } from '../../../kit/database.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { Log } from '../../../ports/log.ts';

/** True when the server answers, as the watch has found. While it does not, nobody waits for it. */
export interface Availability {
  /** Why the server cannot be used, `undefined` while it can. */
  readonly outage: string | undefined;
  up(): void;
  /** Fails everything that waits, and everything asked until `up`. */
  down(reason: string): void;
  /** Throws `unavailable` during an outage. */
  check(): void;
  /** Settles as `work`, or rejects as soon as an outage is known (`unavailable`) or after `ms` milliseconds (a timeout). */
  guard<T>(work: Promise<T>, ms: number): Promise<T>;
}

export function createAvailability(log: Log): Availability {
  const waiting = new Set<(fault: Fault) => void>();
  let outage: string | undefined;

  return {
    get outage() {
      return outage;
    },
    up() {
      if (outage !== undefined) log.info({}, 'the database answers again');
      outage = undefined;
    },
    down(reason) {
      if (outage === undefined)
        log.warn({ reason }, 'the database cannot be used; reading goes on from memory');
      outage = reason;
      for (const giveUp of waiting) giveUp(databaseUnavailable(reason));
    },
    check() {
      if (outage !== undefined) throw databaseUnavailable(outage);
    },
    async guard(work, ms) {
      const given = Promise.withResolvers<never>();
      const giveUp = () => given.reject(new Error('timeout: no answer in time'));
      // When this process was busy itself, what has arrived meanwhile is read first.
      const late = setTimeout(() => setImmediate(giveUp), ms);
      waiting.add(given.reject);
      try {
        return await Promise.race([work, given.promise]);
      } finally {
        clearTimeout(late);
        waiting.delete(given.reject);
      }
    },
  };
}
