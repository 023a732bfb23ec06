import { z } from 'zod';
import { must } from './wording.ts';

const dayMs = 86_400_000;

/** True when a text is a day of the calendar, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // The engine moves 2026-02-30 into March or refuses it.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Number of days from `start` to `end`, inclusive; 0 or less when `end` is first. */
export const daysBetween = (start: string, end: string): number =>
  Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMs) + 1;

/** A date, or `''` when it was not sent. */
const maybeDate = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value.trim() : (value ?? '')))
  .pipe(
    z
      .string({ error: must('rule_date') })
      .refine((text) => text === '' || isDate(text), { error: must('rule_date') }),
  )
  .meta({ type: 'string', format: 'date', description: 'YYYY-MM-DD in the time zone of the server' });

/** Start and end date; operations define defaults for missing ones. */
export const dateRange = { start: maybeDate, end: maybeDate } as const;

/** False for a range whose end is before its start. */
export const inOrder = ({ start, end }: { readonly start: string; readonly end: string }) =>
  start === '' || end === '' || start <= end;

/** True when the last day of a range is at most `days` after its first. */
export const spans =
  (days: number) =>
  ({ start, end }: { readonly start: string; readonly end: string }) =>
    start === '' || end === '' || daysBetween(start, end) - 1 <= days;

const instantForm = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const notAnInstant = { error: must('rule_instant') };

// An unescaped `+` arrives as a blank.
const unescaped = (value: unknown) =>
  typeof value === 'string' ? value.trim().replace(/ (?=\d\d:\d\d$)/, '+') : (value ?? '');

/** An instant as ISO-8601 with `Z`, `''` when it was not sent; anything else is refused. */
export const exactInstant = z
  .unknown()
  .optional()
  .transform(unescaped)
  .pipe(
    z
      .string(notAnInstant)
      .refine((text) => text === '' || isInstant(text), notAnInstant)
      .transform((text) => (text === '' ? '' : new Date(text).toISOString())),
  )
  .meta({ type: 'string', format: 'date-time', description: 'ISO-8601 instant' });

function isInstant(text: string): boolean {
  const date = instantForm.exec(text)?.[1];
  return date !== undefined && isDate(date) && !Number.isNaN(Date.parse(text));
}
