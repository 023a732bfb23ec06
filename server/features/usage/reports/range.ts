import { usageBounds } from '../../../../contract/usage/usage.ts';
import { dateOf, dayOf } from '../../../kit/calendar.ts';
import { invalid } from '../../../kit/fault.ts';

/** Days from `first` to `last`, both counted. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Dates as they were asked for; `''` for one that was not. */
interface Dates {
  readonly start: string;
  readonly end: string;
}

const lengths = { today: 1, '7d': 7, '30d': 30 } as const;

/** The days of statistics: two dates win over a named range, one alone is ignored. */
export function statsRange(
  { start, end, range }: Dates & { readonly range: keyof typeof lengths },
  today: number,
): DayRange {
  if (start !== '' && end !== '') return { first: dayOf(start), last: dayOf(end) };
  return { first: today - lengths[range] + 1, last: today };
}

/** The first day of which call details are kept: thirty days and today, the longest range that can be asked for. */
export const firstKeptDay = (today: number): number => today - usageBounds.retentionDays;

/**
 * The days of call details: seven until today unless dates say otherwise. A start before the kept days is moved to the
 * first of them. Throws `invalid` when the end comes before the start, or before the days that are kept.
 */
export function detailRange({ start, end }: Dates, today: number): DayRange {
  const last = end === '' ? today : dayOf(end);
  const first = start === '' ? last - 6 : dayOf(start);
  if (last < first) throw invalid('end must not come before start');
  const kept = firstKeptDay(today);
  if (last < kept)
    throw invalid(
      `end must not come before ${dateOf(kept)}: calls are kept for ${usageBounds.retentionDays} days`,
    );
  return { first: Math.max(first, kept), last };
}

/** The days of a clean-up; a missing date is today. Throws `invalid` when the end comes before the start. */
export function cleanupRange({ start, end }: Dates, today: number): DayRange {
  const range = { first: start === '' ? today : dayOf(start), last: end === '' ? today : dayOf(end) };
  if (range.last < range.first) throw invalid('end must not come before start');
  return range;
}
