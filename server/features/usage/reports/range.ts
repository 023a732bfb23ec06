import { usageBounds } from '../../../../contract/usage/usage.ts';
import { dateOf, dayOf } from '../../../kit/calendar.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';

/** Days from `first` to `last`, inclusive. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Requested dates; `''` when missing. */
interface Dates {
  readonly start: string;
  readonly end: string;
}

const lengths = { today: 1, '7d': 7, '30d': 30 } as const;

/** Days of statistics: two dates win over a named range; a single date is ignored. */
export function statsRange(
  { start, end, range }: Dates & { readonly range: keyof typeof lengths },
  today: number,
): DayRange {
  if (start !== '' && end !== '') return { first: dayOf(start), last: dayOf(end) };
  return { first: today - lengths[range] + 1, last: today };
}

/** First day whose call details are kept: thirty days and today, the longest range of a query. */
export const firstKeptDay = (today: number): number => today - usageBounds.retentionDays;

/**
 * Days of call details: the last seven including today, unless dates are given. An earlier start is moved to the first
 * kept day. Throws `invalid` when the end is before the start or before the kept days.
 */
export function detailRange({ start, end }: Dates, today: number): DayRange {
  const last = end === '' ? today : dayOf(end);
  const first = start === '' ? last - 6 : dayOf(start);
  if (last < first) throw invalid(explained('range_order'));
  const kept = firstKeptDay(today);
  if (last < kept)
    throw invalid(explained('range_old', { date: dateOf(kept), days: usageBounds.retentionDays }));
  return { first: Math.max(first, kept), last };
}

/** Days of a clean-up; a missing date is today. Throws `invalid` when the end is before the start. */
export function cleanupRange({ start, end }: Dates, today: number): DayRange {
  const range = { first: start === '' ? today : dayOf(start), last: end === '' ? today : dayOf(end) };
  if (range.last < range.first) throw invalid(explained('range_order'));
  return range;
}
