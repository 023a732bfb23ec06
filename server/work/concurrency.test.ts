import { expect, test } from 'vitest';
import { forEachConcurrent } from './concurrency.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

test.each([1, 3, 100])('every item once, at most %i at the same time', async (width) => {
  const done: number[] = [];
  let atOnce = 0;
  let most = 0;
  await forEachConcurrent(
    width,
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      most = Math.max(most, (atOnce += 1));
      await turns((item * 7) % 5);
      atOnce -= 1;
      done.push(item);
    },
  );
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(Math.min(width, 20));
});

test('after a failure nothing is started, and running work has ended when it is thrown', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = forEachConcurrent(2, [0, 1, 2, 3, 4], async (item) => {
    begun.push(item);
    await turns(item === 0 ? 1 : 20);
    ended.push(item);
    if (item === 0) throw new Error('broken');
  });
  await expect(work).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1]);
  expect(ended).toEqual([0, 1]);
});
