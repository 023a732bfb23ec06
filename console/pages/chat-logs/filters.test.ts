import { expect, test } from 'vitest';
import { boundsOf, isNarrowed, noFilters, queryOf } from './filters.ts';

const now = new Date(2026, 2, 29, 15, 30);

test('a range is whole days of the browser, today included; the bounds are exclusive', () => {
  const { from = '', to = '' } = boundsOf('7d', now);
  expect(new Date(Date.parse(from) + 1)).toEqual(new Date(2026, 2, 23));
  expect(new Date(to)).toEqual(new Date(2026, 2, 30));
  expect(Date.parse(boundsOf('today', now).from ?? '') + 1).toBe(new Date(2026, 2, 29).getTime());
  expect(boundsOf('all', now)).toEqual({});
});

test('only filters that are set are sent', () => {
  expect(queryOf({ ...noFilters, range: 'all' }, now)).toEqual({});
  expect(queryOf({ ...noFilters, range: 'all', kind: 'search', question: 'tea' }, now)).toEqual({
    kind: 'search',
    question: 'tea',
  });
});

test('a list is narrowed by a filter, not by its period', () => {
  expect(isNarrowed({ ...noFilters, range: 'today' })).toBe(false);
  expect(isNarrowed({ ...noFilters, question: 'tea' })).toBe(true);
  expect(isNarrowed({ ...noFilters, feedbackType: 'dislike' })).toBe(true);
});
