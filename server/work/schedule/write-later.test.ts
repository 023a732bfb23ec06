import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWriteLater } from './write-later.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many changes are one write, so long after the first of them', async () => {
  const write = vi.fn(async () => {});
  const later = createWriteLater(100, write);
  later.changed();
  await vi.advanceTimersByTimeAsync(90);
  later.changed();
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(write).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
});

test('closing writes a last time, also when that write asks for another', async () => {
  const write = vi.fn(async () => later.changed());
  const later = createWriteLater(100, write);
  later.changed();
  await later.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
});
