import { daysBetween, isDate } from '../../../contract/dates.ts';
import { dateAfter } from '../../text/site-clock.ts';
import { usageBounds } from '../../../contract/usage/usage.ts';

/** The date range of the page, as in the address. */
export interface ChosenRange {
  readonly range: string;
  readonly start: string;
  readonly end: string;
}

/** True for a valid range of days: in order and not too long. */
export function isUsable(start: string, end: string): boolean {
  if (!isDate(start) || !isDate(end)) return false;
  const days = daysBetween(start, end);
  return days >= 1 && days <= usageBounds.retentionDays + 1;
}

/** The selected preset, '' for two days. */
export const presetOf = (choice: ChosenRange): string =>
  isUsable(choice.start, choice.end) ? '' : choice.range;

/** The first and the last day of a choice: two valid days win over a preset. */
export function spanOf(choice: ChosenRange, today: string): { readonly start: string; readonly end: string } {
  if (isUsable(choice.start, choice.end)) return { start: choice.start, end: choice.end };
  const days = { today: 1, '7d': 7, '30d': 30 }[choice.range] ?? 1;
  return { start: dateAfter(today, 1 - days), end: today };
}

/** The period of the same length directly before. */
export function previousSpan(start: string, days: number): { readonly start: string; readonly end: string } {
  const dayMs = 86_400_000;
  const first = Date.parse(`${start}T00:00:00Z`);
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { start: dateOf(first - days * dayMs), end: dateOf(first - dayMs) };
}
