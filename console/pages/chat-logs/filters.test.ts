import { expect, test } from 'vitest';
import { boundsOf, isNarrowed, noFilters, periodBefore, periodOf, queryOf } from './filters.ts';

const today = '2026-03-29';

test('a preset is whole days of the site, today included; own days win over it', () => {
  expect(periodOf({ ...noFilters, range: '7d' }, today)).toEqual({ first: '2026-03-23', last: today });
  expect(periodOf({ ...noFilters, range: 'today' }, today)).toEqual({ first: today, last: today });
  expect(periodOf({ ...noFilters, range: 'all' }, today)).toBeUndefined();
  const own = { range: '7d', start: '2026-02-01', end: '2026-02-10' };
  expect(periodOf(own, today)).toEqual({ first: '2026-02-01', last: '2026-02-10' });
  expect(periodOf({ ...own, end: '2026-01-01' }, today)?.last).toBe(today);
});

test('the period before is as long and ends where it begins', () => {
  expect(periodBefore({ first: '2026-03-23', last: today })).toEqual({
    first: '2026-03-16',
    last: '2026-03-22',
  });
});

test('the bounds are instants of the time zone of the site, both exclusive', () => {
  expect(boundsOf({ first: '2026-03-28', last: today }, 'Asia/Shanghai')).toEqual({
    from: '2026-03-27T15:59:59.999Z',
    to: '2026-03-29T16:00:00.000Z',
  });
  // Clocks are put forward on the last day.
  expect(boundsOf({ first: today, last: today }, 'Europe/Berlin')).toEqual({
    from: '2026-03-28T22:59:59.999Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(boundsOf(undefined, 'UTC')).toEqual({});
});

test('only filters that are set are sent', () => {
  expect(queryOf({ ...noFilters, range: 'all' })).toEqual({});
  expect(queryOf({ ...noFilters, range: 'all', kind: 'search', question: 'tea' })).toEqual({
    kind: 'search',
    question: 'tea',
  });
});

test('a list is narrowed by a filter, not by its period', () => {
  expect(isNarrowed({ ...noFilters, range: 'today', start: '2026-01-01', end: '2026-01-02' })).toBe(false);
  expect(isNarrowed({ ...noFilters, question: 'tea' })).toBe(true);
  expect(isNarrowed({ ...noFilters, feedbackType: 'dislike' })).toBe(true);
});
