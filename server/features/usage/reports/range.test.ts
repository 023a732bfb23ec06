import { expect, test } from 'vitest';
import { dayOf } from '../../../kit/calendar.ts';
import { cleanupRange, detailRange, statsRange } from './range.ts';

const today = dayOf('2026-03-01');
const none = { start: '', end: '' };

test('US9: two dates win over a named range, one alone is ignored', () => {
  expect(statsRange({ ...none, range: 'today' }, today)).toEqual({ first: today, last: today });
  expect(statsRange({ ...none, range: '7d' }, today)).toEqual({ first: dayOf('2026-02-23'), last: today });
  expect(statsRange({ ...none, range: '30d' }, today)).toEqual({ first: today - 29, last: today });
  expect(statsRange({ start: '2026-01-01', end: '', range: '7d' }, today)).toEqual({
    first: today - 6,
    last: today,
  });
  const dates = { start: '2025-12-30', end: '2026-01-02', range: 'today' } as const;
  expect(statsRange(dates, today)).toEqual({ first: dayOf('2025-12-30'), last: dayOf('2026-01-02') });
});

test('US10: details cover the last seven days by default', () => {
  expect(detailRange(none, today)).toEqual({ first: today - 6, last: today });
  expect(detailRange({ start: '', end: '2026-02-20' }, today)).toEqual({
    first: dayOf('2026-02-14'),
    last: dayOf('2026-02-20'),
  });
});

test('US13: a start before the kept days is moved to the first of them', () => {
  expect(detailRange({ start: '2020-01-01', end: '' }, today)).toEqual({ first: today - 30, last: today });
  expect(detailRange({ start: '2026-01-30', end: '' }, today).first).toBe(dayOf('2026-01-30'));
  expect(detailRange({ start: '2026-01-29', end: '' }, today).first).toBe(dayOf('2026-01-30'));
});

test('US12: a range that ends before the kept days is refused and names them', () => {
  expect(() => detailRange({ start: '2025-09-23', end: '2025-10-13' }, today)).toThrow(
    'end must not come before 2026-01-30: calls are kept for 30 days',
  );
});

test('US12: an end before its start is refused, also when one of them is the default', () => {
  expect(() => detailRange({ start: '2026-03-02', end: '' }, today)).toThrow(/before start/);
  expect(() => cleanupRange({ start: '', end: '2026-02-28' }, today)).toThrow(/before start/);
});

test('US15: a missing date of a clean-up is today', () => {
  expect(cleanupRange(none, today)).toEqual({ first: today, last: today });
  expect(cleanupRange({ start: '2020-01-01', end: '' }, today)).toEqual({
    first: dayOf('2020-01-01'),
    last: today,
  });
});
