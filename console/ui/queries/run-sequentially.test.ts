import { expect, test } from 'vitest';
import { runSequentially, type BatchProgress } from './run-sequentially.ts';

test('one failure does not stop the others, and every step is reported', async () => {
  const told: BatchProgress[] = [];
  const error = new Error('no text');
  const act = async (name: string) => {
    if (name === 'b') throw error;
  };
  const end = await runSequentially(
    ['a', 'b', 'c'],
    act,
    (row) => told.push(row),
    new AbortController().signal,
  );
  expect(end).toEqual({ total: 3, done: 3, failures: [{ name: 'b', error }], ended: true });
  expect(told.map(({ done }) => done)).toEqual([0, 1, 2, 3, 3]);
});

test('a stop ends the row, and what was cut off is no failure', async () => {
  const stop = new AbortController();
  const acted: string[] = [];
  const act = async (name: string, signal: AbortSignal) => {
    acted.push(name);
    stop.abort();
    signal.throwIfAborted();
  };
  const end = await runSequentially(['a', 'b'], act, () => {}, stop.signal);
  expect([acted, end]).toEqual([['a'], { total: 2, done: 0, failures: [], ended: true }]);
});
