import { expect, test } from 'vitest';
import { seeded } from '../../../test/fakes/random.ts';
import { atOnce, inSteps, sortedInSteps } from './steps.ts';

const byFirst = ([one]: readonly [number, number], [other]: readonly [number, number]) => one - other;

test.each([0, 1, 499, 500, 501, 7_321])(
  '%i elements are sorted as by toSorted, equal ones in their order',
  (count) => {
    const random = seeded(count);
    const list = Array.from({ length: count }, (_, nth) => [random(50), nth] as const);
    expect(atOnce(sortedInSteps(list, byFirst))).toEqual(list.toSorted(byFirst));
  },
);

test('other work has its turn between the steps', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  function* busy() {
    for (let step = 0; step < 20; step += 1) {
      const until = performance.now() + 5;
      while (performance.now() < until);
      yield;
    }
    return 'done';
  }
  expect(await inSteps(busy())).toBe('done');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
