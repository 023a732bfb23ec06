import { describe, expect, test } from 'vitest';
import { conflictOf, isSame, mergedRows } from './conflicts.ts';

const row = (id: string, label: string) => ({ id, label });
const sides = { path: 'chat.shortcutItems', revision: 4 };

describe('CFG26: rows that two people have changed', () => {
  const base = [row('a', 'Tea'), row('b', 'Milk'), row('c', 'Bread')];

  test('what only one side has changed, added or removed stands as that side has it', () => {
    const yours = [row('b', 'Milk'), row('a', 'Green tea'), row('c', 'Bread')];
    const theirs = [row('a', 'Tea'), row('b', 'Oat milk'), row('d', 'Salt')];
    const conflict = conflictOf({ ...sides, base, yours, theirs });
    expect(conflict.rows).toEqual([]);
    expect(mergedRows(conflict, {})).toEqual([row('b', 'Oat milk'), row('a', 'Green tea'), row('d', 'Salt')]);
  });

  test('two new rows with the same id are two rows', () => {
    const yours = [...base, row('d', 'Mine')];
    const theirs = [...base, row('d', 'Other'), row('d-2', 'Third')];
    expect(mergedRows({ base, yours, theirs }, {})).toEqual([
      ...base,
      row('d', 'Mine'),
      row('d-3', 'Other'),
      row('d-2', 'Third'),
    ]);
  });

  test('a row that both have changed, or one has removed, is shown and chosen', () => {
    const yours = [row('a', 'Green tea'), row('c', 'Bread')];
    const theirs = [row('a', 'Black tea'), row('b', 'Oat milk'), row('c', 'Bread')];
    const conflict = conflictOf({ ...sides, base, yours, theirs });
    expect(conflict.rows?.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(mergedRows(conflict, { a: 'theirs', b: 'yours' })).toEqual([
      row('a', 'Black tea'),
      row('c', 'Bread'),
    ]);
    expect(mergedRows(conflict, { b: 'theirs' })).toEqual([
      row('a', 'Green tea'),
      row('c', 'Bread'),
      row('b', 'Oat milk'),
    ]);
  });

  test('lists of texts and maps have rows, too; single values have none', () => {
    expect(mergedRows({ base: ['x'], yours: ['x', 'y'], theirs: ['x', 'z'] }, {})).toEqual(['x', 'y', 'z']);
    expect(mergedRows({ base: { k: '1' }, yours: { k: '2' }, theirs: { k: '1', m: '3' } }, {})).toEqual({
      k: '2',
      m: '3',
    });
    expect(conflictOf({ ...sides, base: 'a', yours: 'b', theirs: 'c' }).rows).toBeUndefined();
  });
});

test('CFG26: values are the same however their fields are ordered', () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
});
