import { describe, expect, test } from 'vitest';
import { againstBase, conflictOf, isSame, mergedRows, recordConflicts } from './conflicts.ts';

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

describe('CFG27: a record that two people have changed', () => {
  const found = (yours: Record<string, unknown>, theirs: Record<string, unknown>) =>
    recordConflicts('route', 5, yours, theirs);

  test('has the fields that differ, and all of them when it is gone', () => {
    expect(found({ a: 1, b: 2 }, { a: 1, b: 3, c: 4 })).toEqual([
      { path: 'route.b', revision: 5, yours: 2, theirs: 3 },
    ]);
    expect(recordConflicts('route', 0, { a: 1, b: 2 }).map(({ theirs }) => theirs)).toEqual([null, null]);
  });

  test('is put together where only one of them has changed a field, or other rows', () => {
    const base = { name: 'Birds', hint: '', words: ['owl'], limits: { day: 1 } };
    const yours = { name: 'Owls', hint: '', words: ['owl', 'barn owl'], limits: { day: 2 } };
    const theirs = { name: 'Birds', hint: 'Ask first', words: ['owl', 'heron'], limits: { day: 1, hour: 3 } };
    expect(againstBase(found(yours, theirs), base)).toEqual({
      merged: {
        name: 'Owls',
        hint: 'Ask first',
        words: ['owl', 'barn owl', 'heron'],
        limits: { day: 2, hour: 3 },
      },
      open: [],
    });
  });

  test('is shown where both have changed the same, and steps in an order as a whole', () => {
    const steps = (limit: number) => [{ type: 'TIME_SORT', params: { limit } }];
    const { merged, open } = againstBase(
      found({ name: 'Owls', steps: steps(5) }, { name: 'Herons', steps: steps(9) }),
      { name: 'Birds', steps: steps(1) },
    );
    expect(merged).toEqual({});
    expect(open.map(({ path, base, rows }) => [path, base, rows])).toEqual([
      ['route.name', 'Birds', undefined],
      ['route.steps', steps(1), undefined],
    ]);
  });
});
