import { expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { pageSlicesOf } from './page-slices.ts';

test('a page within one day skips inside it only', () => {
  const days = [
    { day: 3, calls: 1000 },
    { day: 2, calls: 500 },
  ];
  expect(pageSlicesOf(days, 40, 20)).toEqual([{ day: 3, calls: 1000, skip: 40, take: 20 }]);
  expect(pageSlicesOf(days, 1200, 20)).toEqual([{ day: 2, calls: 500, skip: 200, take: 20 }]);
  expect(pageSlicesOf(days, 990, 20)).toEqual([
    { day: 3, calls: 1000, skip: 990, take: 10 },
    { day: 2, calls: 500, skip: 0, take: 10 },
  ]);
});

test('a page beyond the end is empty', () => {
  expect(pageSlicesOf([{ day: 1, calls: 5 }], 5, 10)).toEqual([]);
  expect(pageSlicesOf([], 0, 10)).toEqual([]);
});

test('pages of any size put together are the whole list', () => {
  const random = seeded(7);
  for (let round = 0; round < 300; round += 1) {
    const days = Array.from({ length: 1 + random(6) }, (_, day) => ({ day, calls: random(9) }));
    const whole = days.flatMap(({ day, calls }) =>
      Array.from({ length: calls }, (_, place) => `${day}/${place}`),
    );
    const size = 1 + random(7);
    const pages = Array.from({ length: Math.ceil(whole.length / size) + 1 }, (_, page) =>
      pageSlicesOf(days, page * size, size),
    );
    const read = pages.flatMap((slices) =>
      slices.flatMap(({ day, skip, take }) =>
        Array.from({ length: take }, (_, place) => `${day}/${skip + place}`),
      ),
    );
    expect(read).toEqual(whole);
    for (const slices of pages)
      expect(slices.reduce((sum, { take }) => sum + take, 0)).toBeLessThanOrEqual(size);
  }
});
