import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a run that takes longer is not overtaken by the next', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const repetition = repeat(10, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  await vi.advanceTimersByTimeAsync(35);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await vi.advanceTimersByTimeAsync(10);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await repetition.stop();
});

test('stopping waits for the run under way and begins no other', async () => {
  const run = Promise.withResolvers<void>();
  let begun = 0;
  const repetition = repeat(10, () => ((begun += 1), run.promise));
  await vi.advanceTimersByTimeAsync(10);
  let stopped = false;
  const stopping = repetition.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(50);
  expect(stopped).toBe(false);
  run.resolve();
  await stopping;
  expect(begun).toBe(1);
});
