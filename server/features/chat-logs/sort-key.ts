import { randomInt } from 'node:crypto';

/*
 * Logs are kept in the order of one whole number: the millisecond an answer ended in, and a place within it. So one
 * index orders them, bounds them in time and breaks ties. Safe as a JavaScript number until the year 2089.
 */
const placesPerMs = 4096;
const epoch = Date.UTC(2020, 0, 1);

/** Milliseconds of a day of UTC, by which logs are counted. */
export const dayMs = 86_400_000;

/** The first key of a millisecond (epoch milliseconds). */
export const keyAt = (ms: number): number => (ms - epoch) * placesPerMs;

/** The millisecond a key lies in. */
export const timeOf = (key: number): number => Math.floor(key / placesPerMs) + epoch;

/** The day of UTC a key lies in, counted from 1970-01-01. */
export const dayOf = (key: number): number => Math.floor(timeOf(key) / dayMs);

/** The first key of a day. */
export const firstKeyOf = (day: number): number => keyAt(day * dayMs);

/** Gives out keys that rise within a process; the random start keeps processes on one database apart. */
export function createKeys(): (ms: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  return (ms) => {
    const first = keyAt(ms);
    const again = last >= first && last < first + placesPerMs - 1;
    last = again ? last + 1 : first + randomInt(placesPerMs / 4);
    return last;
  };
}
