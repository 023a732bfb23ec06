import { dayMs, hourMs, minuteMs } from '../../kit/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Locks } from '../lock.ts';

/** Its note holds the last time that was sure and, while a later one is doubted, since when that one goes on. */
const lease = 'clock';
/** Notes the time of the clean-ups of versions without that lease. */
const dailyLease = 'daily';
/** A clock that is further ahead of the last sure time may be wrong: its battery is empty, or nobody has set it yet. */
const usualMs = 2 * dayMs;
/** So long a doubted clock must go on evenly; a little less than the hour after which the daily work looks again. */
const evenForMs = 55 * minuteMs;
/** A clock that has moved by so much more or less than its process has run was set meanwhile. */
const setByMs = minuteMs;
/** The note is written anew after this. */
const noteEveryMs = hourMs / 2;

/** The time by which something is old enough to be deleted. */
export interface SureTime {
  /** Epoch milliseconds: the clock, or the last sure time while the clock is doubted. */
  readonly now: number;
  /** False while the clock is doubted. */
  readonly isSure: boolean;
}

/**
 * The time for every deletion by age, since one start with a wrong clock must not delete what is young. A clock that is more than two
 * days ahead of the last sure time is believed once it has gone on evenly for an hour; another start may go on with that hour.
 * One that is behind deletes too little, and is believed at once.
 */
export function createSureTime(deps: {
  readonly locks: Pick<Locks, 'tryAcquire' | 'inspect'>;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { locks, clock, log } = deps;
  const elapsed = () => clock.elapsed?.() ?? clock.now();
  /** When the doubted clock was seen first, by itself and by a clock that is never set. */
  let doubt: { readonly since: number; readonly at: number } | undefined;

  const write = async (note: string) => {
    await using held = await locks.tryAcquire(lease, note);
    held?.setNote(note);
  };

  const read = async () => {
    const { note } = await locks.inspect(lease);
    if (note === '') return { sure: Number((await locks.inspect(dailyLease)).note), since: 0 };
    const [sure, since] = note.split(' ').map(Number);
    return { sure: sure ?? 0, since: since ?? 0 };
  };

  const believe = async (now: number): Promise<SureTime> => {
    doubt = undefined;
    await write(String(now));
    return { now, isSure: true };
  };

  return async (): Promise<SureTime> => {
    const now = clock.now();
    const { sure, since } = await read();
    // A new database holds nothing that is old.
    if (!(sure > 0)) return believe(now);
    if (now - sure <= usualMs)
      return since > 0 || Math.abs(now - sure) >= noteEveryMs ? believe(now) : { now, isSure: true };
    // An earlier start has seen this time come.
    if (!doubt && since > 0 && now >= since && now - since <= usualMs)
      doubt = { since, at: elapsed() - (now - since) };
    if (!doubt || Math.abs(now - doubt.since - (elapsed() - doubt.at)) > setByMs) {
      doubt = { since: now, at: elapsed() };
      await write(`${sure} ${now}`);
      log.warn(
        { now: iso(now), lastSure: iso(sure) },
        'the last time that is known is long ago: the service was stopped, or the clock is wrong; what is deleted by its age waits until the clock has gone on for an hour',
      );
    }
    if (now - doubt.since < evenForMs) return { now: sure, isSure: false };
    log.info({ now: iso(now) }, 'the clock has gone on for an hour and is believed: deleting by age goes on');
    return believe(now);
  };
}

export type LookAtSureTime = ReturnType<typeof createSureTime>;

/** A clock can name years that no date has. */
const iso = (ms: number): string =>
  Number.isNaN(new Date(ms).getTime()) ? String(ms) : new Date(ms).toISOString();
