import { expect, test } from 'vitest';
import { dateAfter, dateIn, momentIn, startOfDate } from './site-clock.ts';

const iso = (instant: number) => new Date(instant).toISOString();

test('a day begins where the site is, also where clocks change or are off by a part of an hour', () => {
  expect(iso(startOfDate('UTC', '2026-11-26'))).toBe('2026-11-26T00:00:00.000Z');
  expect(iso(startOfDate('Asia/Shanghai', '2026-11-26'))).toBe('2026-11-25T16:00:00.000Z');
  expect(iso(startOfDate('Pacific/Auckland', '2026-11-26'))).toBe('2026-11-25T11:00:00.000Z');
  expect(iso(startOfDate('Asia/Kathmandu', '2026-11-26'))).toBe('2026-11-25T18:15:00.000Z');
  expect(iso(startOfDate('America/St_Johns', '2026-07-01'))).toBe('2026-07-01T02:30:00.000Z');
  // Clocks are put forward at midnight.
  expect(iso(startOfDate('Africa/Cairo', '2026-04-24'))).toBe('2026-04-23T22:00:00.000Z');
  expect(iso(startOfDate('Pacific/Kiritimati', '2026-01-01'))).toBe('2025-12-31T10:00:00.000Z');
});

test('dates and times of an instant are those of the site', () => {
  const instant = Date.parse('2026-11-26T22:35:00Z');
  expect(dateIn('Asia/Shanghai', instant)).toBe('2026-11-27');
  expect(momentIn('Asia/Shanghai', instant)).toEqual({ year: 2026, month: 11, day: 27, hour: 6, minute: 35 });
  expect(momentIn('UTC', Date.parse('2026-01-01T00:05:00Z')).hour).toBe(0);
  expect([dateAfter('2026-03-01', -1), dateAfter('2026-12-31', 1)]).toEqual(['2026-02-28', '2027-01-01']);
});
