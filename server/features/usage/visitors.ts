import type { Clock } from '../../ports/clock.ts';
import { dayAt, secondsToMidnight } from '../../kit/calendar.ts';
import { Fault } from '../../kit/fault.ts';
import { visitorOf } from './address.ts';
import type { SavedLimits } from './saved-limits.ts';
import type { Admission as Answer, VisitorStore } from './store/visitors.ts';

/** An answer that a visitor may have. */
export interface Admission {
  /** Returns it unused, for an answer that no model had to give; a second time does nothing. */
  giveBack(): Promise<void>;
}

export interface VisitorDeps {
  readonly store: VisitorStore;
  readonly saved: SavedLimits;
  readonly clock: Clock;
}

/**
 * Takes one answer from what an address may have in this hour and on this day. Throws `limited` with
 * `visitor-hourly` or `visitor-daily`, the limit, the count and the seconds to wait; a refusal uses nothing up.
 */
export async function admit({ store, saved, clock }: VisitorDeps, address: string): Promise<Admission> {
  const { visitor: limits, isWhitelisted } = await saved.current();
  const { enabled, dailyLimit, hourlyLimit } = limits;
  if (!enabled || (dailyLimit === 0 && hourlyLimit === 0) || isWhitelisted(address)) return free;
  const visitor = visitorOf(address);
  const now = () => {
    const ms = clock.now();
    return { ms, day: dayAt(ms) };
  };
  const answer = await store.admit({ visitor, dailyLimit, hourlyLimit, now });
  if (answer.kind !== 'admitted') throw refusal(answer, limits, clock.now());
  return { giveBack: () => store.giveBack(visitor, answer) };
}

const free: Admission = { giveBack: async () => {} };

function refusal(
  answer: Exclude<Answer, { kind: 'admitted' }>,
  limits: { readonly dailyLimit: number; readonly hourlyLimit: number },
  now: number,
): Fault {
  const { used } = answer;
  if (answer.kind === 'daily') {
    return new Fault('limited', `The ${limits.dailyLimit} answers of this day are used up`, {
      limit: 'visitor-daily',
      allowed: limits.dailyLimit,
      used,
      retryAfterSeconds: secondsToMidnight(now),
    });
  }
  return new Fault('limited', `The ${limits.hourlyLimit} answers of one hour are used up`, {
    limit: 'visitor-hourly',
    allowed: limits.hourlyLimit,
    used,
    retryAfterSeconds: Math.max(1, Math.ceil((answer.freeAt - now) / 1000)),
  });
}
