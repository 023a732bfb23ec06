import { expect, test } from 'vitest';
import { stopwatch } from './stopwatch.ts';

test('US16: a duration is measured although the machine’s clock is set meanwhile', () => {
  const clock = { day: 0, ms: 0, now: () => clock.day, elapsed: () => clock.ms };
  const measured = stopwatch(clock);
  clock.day = -86_400_000;
  clock.ms = 1_234.6;
  expect(measured()).toBe(1_235);
});

test('US16: a clock without steady milliseconds measures by its time, never below 0', () => {
  const clock = { ms: 1_000, now: () => clock.ms };
  const measured = stopwatch(clock);
  clock.ms = 1_250;
  expect(measured()).toBe(250);
  clock.ms = 0;
  expect(measured()).toBe(0);
});
