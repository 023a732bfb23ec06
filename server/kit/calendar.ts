export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Milliseconds of a day of 24 hours. */
export const dayMs = 24 * hourMs;

/**
 * True for less than `ms` after `at`. A time that lies ahead was noted before the clock was set back, and is not recent: what it holds up
 * would otherwise wait until the clock is there again.
 */
export const isRecent = (at: number, ms: number, now: number): boolean => now >= at && now - at < ms;

/**
 * Days of the server's local calendar as whole numbers counted from 1970-01-01, so that ranges are plain arithmetic.
 * Only `startOfDay` depends on the length of a day (23 or 25 hours when clocks change).
 */
export function dayAt(epochMs: number): number {
  const local = new Date(epochMs);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / dayMs;
}

/** IANA name of the time zone of the local calendar. */
export const serviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day written YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day of a valid YYYY-MM-DD. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** The first instant of a day in epoch milliseconds; where clocks skip midnight, the instant after the gap. */
export function startOfDay(day: number): number {
  const date = new Date(day * dayMs);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime();
}

/** Epoch milliseconds as an ISO-8601 instant, `''` for 0 and none. */
export const instantOf = (epochMs: number | null | undefined): string =>
  epochMs ? new Date(epochMs).toISOString() : '';

/** Whole seconds, at least 1, until the next local midnight. */
export const secondsToMidnight = (epochMs: number): number =>
  Math.max(1, Math.ceil((startOfDay(dayAt(epochMs) + 1) - epochMs) / 1000));
