import type { Clock } from '../../../ports/clock.ts';
import { isDatabaseUnavailable } from '../../../kit/database.ts';
import { dayAt, secondsToMidnight } from '../../../kit/calendar.ts';
import { Fault } from '../../../kit/fault.ts';
import type { NetworksOf } from '../../../kit/ip-networks.ts';
import type { SavedLimits } from './saved-limits.ts';
import { aheadMs, type LimitReached, type VisitorStore } from '../store/visitors.ts';
import { explained } from '../../../kit/explained.ts';

/** A counted answer. */
export interface Admission {
  /** Refunds an answer that needed no model; a second call does nothing. */
  refund(): Promise<void>;
}

export interface ClientLimitDeps {
  readonly store: VisitorStore;
  readonly saved: SavedLimits;
  readonly clock: Clock;
  /** Networks of a client, for counting. */
  readonly networksOf: NetworksOf;
}

/**
 * Counts one answer for an address and its networks, by hour and day. Throws `limited` with `visitor-hourly` or
 * `visitor-daily`, the limit, the usage and the seconds to wait; a refusal counts nothing.
 */
export async function reserveAnswer(
  { store, saved, clock, networksOf }: ClientLimitDeps,
  address: string,
): Promise<Admission> {
  const { visitor: limits, isWhitelisted } = await saved.current();
  const { enabled, dailyLimit, hourlyLimit } = limits;
  if (!enabled || (dailyLimit === 0 && hourlyLimit === 0) || isWhitelisted(address)) return free;
  const counters = networksOf(address).map(({ key, factor }) => ({
    visitor: key,
    dailyLimit: dailyLimit * factor,
    hourlyLimit: hourlyLimit * factor,
  }));
  const now = () => {
    const ms = clock.now();
    return { ms, day: dayAt(ms), latestDay: dayAt(ms + aheadMs) };
  };
  const answer = await store.reserve({ counters, now });
  if (answer.kind !== 'admitted') throw refusal(answer, clock.now());
  return {
    // During an outage the answer stays counted rather than fail.
    refund: () =>
      store.refund(answer.counted).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
      }),
  };
}

/** An answer that is not counted. */
export const free: Admission = { refund: async () => {} };

function refusal(answer: LimitReached, now: number): Fault {
  const { used, allowed } = answer;
  if (answer.kind === 'daily') {
    return new Fault('limited', explained('answers_of_day', { allowed }), {
      limit: 'visitor-daily',
      allowed,
      used,
      retryAfterSeconds: secondsToMidnight(now),
    });
  }
  return new Fault('limited', explained('answers_of_hour', { allowed }), {
    limit: 'visitor-hourly',
    allowed,
    used,
    retryAfterSeconds: Math.max(1, Math.ceil((answer.freeAt - now) / 1000)),
  });
}
