import { randomInt } from 'node:crypto';
import { dayMs } from '../../kit/calendar.ts';

/**
 * Logs are sorted by one integer: the millisecond in which the answer ended, and a sequence within it. A single index
 * thus sorts them, limits them in time and breaks ties. A safe integer until the year 2089.
 */
const placesPerMs = 4096;
const epoch = Date.UTC(2020, 0, 1);

/** First key of a millisecond (epoch milliseconds). */
export const keyAt = (ms: number): number => (ms - epoch) * placesPerMs;

/** Millisecond of a key. */
export const timeOf = (key: number): number => Math.floor(key / placesPerMs) + epoch;

/** UTC day of a key, counted from 1970-01-01. */
export const utcDayOf = (key: number): number => Math.floor(timeOf(key) / dayMs);

/** First key of a day. */
export const firstKeyOf = (day: number): number => keyAt(day * dayMs);

/** Generates keys that increase within a process; the random start separates processes on one database. */
export function createKeys(): (ms: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  return (ms) => {
    const first = keyAt(ms);
    const again = last >= first && last < first + placesPerMs - 1;
    last = again ? last + 1 : first + randomInt(placesPerMs / 4);
    return last;
  };
}
