import { expect, test } from 'vitest';
import { minutesFor } from './minutes-for.ts';

test('HOUSE8: the minutes of the first indexing are told beforehand, where they are known', () => {
  expect(minutesFor(20_000, 100)).toBe(33);
  expect(minutesFor(3, 100)).toBe(1);
  expect(minutesFor(0, 100)).toBeUndefined();
  expect(minutesFor(500, undefined)).toBeUndefined();
});
