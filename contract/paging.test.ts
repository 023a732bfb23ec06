import { describe, expect, test } from 'vitest';
import { pageFields, pageLimits, queryText, queryWord, timeOrder, wholeNumber } from './paging.ts';
import { z } from 'zod';

describe('WIRE7: a whole number of a query', () => {
  const size = wholeNumber(20, 1, 100);

  test.each([
    ['50', 50],
    [' 7 ', 7],
    ['+7', 7],
    ['0', 1],
    ['-3', 1],
    ['101', 100],
    ['99999999999999999999999999', 100],
    [30, 30],
  ])('%j is read or clamped to %d', (text, expected) => {
    expect(size.parse(text)).toBe(expected);
  });

  test.each([undefined, null, '', 'ten', '1.5', '1e2', '0x10', 'NaN', 'Infinity', {}, ['5'], true])(
    '%j falls back to the default',
    (value) => {
      expect(size.parse(value)).toBe(20);
    },
  );
});

test('WIRE7: an unknown word is the default, whatever its case says', () => {
  const status = queryWord(['all', 'stale'], 'all');
  expect(status.parse('stale')).toBe('stale');
  expect(status.parse('STALE')).toBe('all');
  expect(status.parse(undefined)).toBe('all');
  expect(timeOrder.parse('sideways')).toBe('desc');
});

test('a text that was sent twice counts once', () => {
  expect(queryText.parse(['a', 'b'])).toBe('a');
  expect(queryText.parse(undefined)).toBe('');
});

test('WIRE8: pages are bounded on both sides', () => {
  const page = z.object(pageFields(10));
  expect(page.parse({})).toEqual({ page: 1, size: 10 });
  expect(page.parse({ page: '0', size: '100000' })).toEqual({ page: 1, size: pageLimits.size });
});
