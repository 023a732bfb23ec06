import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRequestPacer } from './request-pacer.ts';

test('CONN3: requests begin at once until a turn has had its time, the others one a turn and in their order', async () => {
  let now = 0;
  const pace = createRequestPacer(() => now);
  const begun: number[] = [];
  const ask = (nth: number, ms: number) =>
    pace.begin(() => {
      begun.push(nth);
      now += ms;
    });
  ask(1, 2);
  ask(2, 2);
  ask(3, 30);
  ask(4, 1);
  ask(5, 1);
  expect(begun).toEqual([1, 2, 3]);
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4]);
  ask(6, 1);
  expect(begun).toEqual([1, 2, 3, 4]);
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await nextTurn();
  ask(7, 1);
  expect(begun.at(-1)).toBe(7);
});
