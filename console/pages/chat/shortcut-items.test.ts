import { describe, expect, test } from 'vitest';
import { itemsIn, moved, newItem, problemsOf } from './shortcut-items.ts';

const item = (id: string, query = 'What is new?') => ({ ...newItem([]), id, query });

describe('questions on the welcome screen', () => {
  test('a draft keeps what is still being typed and drops what is no question', () => {
    const typing = item('a', 'x'.repeat(300));
    expect(itemsIn([typing, 7, null, { id: 'b' }])).toEqual([typing]);
    expect(itemsIn('none')).toEqual([]);
  });

  test('a new question takes a free id', () => {
    expect(newItem([]).id).toBe('shortcut-1');
    expect(newItem([item('shortcut-2')]).id).toBe('shortcut-3');
  });

  test.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [0, -5, ['a', 'b', 'c']],
    [0, 9, ['b', 'c', 'a']],
  ])('from %i to %i', (from, to, result) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(result);
  });

  test('a question needs words, fitting ones, and a route that exists', () => {
    const known = new Set(['builtin-by-tag']);
    const told = (change: object) => problemsOf({ ...item('a'), ...change }, known, 'blank', 'lost');
    expect(told({})).toEqual({});
    expect(told({ query: '  ' })).toEqual({ query: 'blank' });
    expect(told({ label: 'x'.repeat(31) }).label).toMatch(/30/);
    expect(told({ intentRouteId: 'builtin-by-tag' })).toEqual({});
    expect(told({ intentRouteId: 'gone' })).toEqual({ intentRouteId: 'lost' });
    expect(problemsOf({ ...item('a'), intentRouteId: 'gone' }, undefined, '', '')).toEqual({});
  });
});
