/**
 * The one clock of the console: the time zone in which the service counts days, so that a figure, its chart and the list
 * behind it mean the same day wherever the browser is. The service writes it into the page; without it the browser's own.
 */
const zoneOf = (page: Pick<Document, 'documentElement'> | undefined): string => {
  const told = page?.documentElement.dataset['timeZone'] ?? '';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: told || undefined }).resolvedOptions().timeZone;
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
};

/** IANA name of the time zone of the site. */
export const siteTimeZone = (): string => zoneOf(globalThis.document);

export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** What calendar and clock of a time zone show at an instant. */
export function momentIn(timeZone: string, instant: number): Moment {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The date of an instant as YYYY-MM-DD. */
export function dateIn(timeZone: string, instant: number): string {
  const { year, month, day } = momentIn(timeZone, instant);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** A date so many days later, or earlier. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The first instant of a date in a time zone; where clocks skip midnight, the instant after the gap. */
export function startOfDate(timeZone: string, date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  // Time zones are at most 14 hours from UTC, and differ from it by whole quarters of an hour.
  let [before, after] = [utc - 15 * hourMs, utc + 15 * hourMs];
  const step = hourMs / 4;
  while (after - before > step) {
    const middle = before + Math.floor((after - before) / step / 2) * step;
    if (dateIn(timeZone, middle) >= date) after = middle;
    else before = middle;
  }
  return after;
}
