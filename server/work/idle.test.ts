import { expect, test } from 'vitest';
import { createYieldWhenIdle } from './idle.ts';
import { yieldToEventLoop } from './event-loop.ts';

const work = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test('when all ask at once, each has a turn of the event loop of its own, in their order', async () => {
  const yieldWhenIdle = createYieldWhenIdle();
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    await yieldWhenIdle();
    order.push(name);
  });
  for (let nth = 0; order.length < 3; nth += 1) {
    const before = order.length;
    await yieldToEventLoop();
    expect(order.length - before).toBeLessThanOrEqual(1);
  }
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('background work waits while other work runs', async () => {
  const yieldWhenIdle = createYieldWhenIdle(10_000);
  let had = false;
  const background = yieldWhenIdle().then(() => (had = true));
  for (let nth = 0; nth < 5; nth += 1) {
    work(2);
    await yieldToEventLoop();
    expect(had).toBe(false);
  }
  await background;
});

test('it never waits for ever', async () => {
  const yieldWhenIdle = createYieldWhenIdle(20);
  let had = false;
  const background = yieldWhenIdle().then(() => (had = true));
  const startedAt = performance.now();
  while (!had && performance.now() - startedAt < 5_000) {
    work(2);
    await yieldToEventLoop();
  }
  await background;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
