import { expect, test } from 'vitest';
import { createWake } from './wake.ts';

const leastMs = 20;

test('HOST7: an interruption ends a pause, and a flood of them leaves time between two rounds', async () => {
  const wake = createWake(leastMs);
  const { signal } = new AbortController();
  const began = performance.now();
  for (let round = 1; round <= 5; round += 1) {
    let isOver = false;
    const over = wake.after(3_600_000, signal).then(() => (isOver = true));
    while (!isOver) {
      wake.now();
      await new Promise(setImmediate);
    }
    await over;
    // A timer may be a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(round * (leastMs - 1));
  }
});
