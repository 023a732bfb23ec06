import { databaseUnavailable } from '../../../kit/database.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { Log } from '../../../ports/log.ts';

/** State of the server as last seen by the watch. During an outage every query fails at once. */
export interface Availability {
  /** Reason of the current outage; `undefined` when there is none. */
  readonly outage: string | undefined;
  up(): void;
  /** Rejects everything that waits, and every query until `up`. */
  down(reason: string): void;
  /** Throws `unavailable` during an outage. */
  check(): void;
  /**
   * Settles as `work` does; rejects with `unavailable` as soon as an outage is known, or with a timeout error after
   * `ms` milliseconds.
   */
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
        log.warn({ reason }, 'the database cannot be used; requests are answered from memory where possible');
      outage = reason;
      for (const giveUp of waiting) giveUp(databaseUnavailable(reason));
    },
    check() {
      if (outage !== undefined) throw databaseUnavailable(outage);
    },
    async guard(work, ms) {
      const given = Promise.withResolvers<never>();
      const giveUp = () => given.reject(new Error('timeout: no answer in time'));
      // `setImmediate` lets replies that arrived while this process was busy be read first.
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
