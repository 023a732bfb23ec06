import { expect, test } from 'vitest';
import { withTimeout } from './timeout.ts';

const never = () => new Promise<never>(() => {});
const open = () => new AbortController().signal;

test('work that ends in time gives its result, and its failure', async () => {
  await expect(withTimeout(1_000, open(), async () => 7)).resolves.toBe(7);
  await expect(withTimeout(1_000, open(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that hangs and ignores its signal times out', async () => {
  const startedAt = performance.now();
  await expect(withTimeout(20, open(), never)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('an aborted caller gets its own reason, before and during the work', async () => {
  const leaving = new AbortController();
  const waiting = withTimeout(10_000, leaving.signal, never);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  let begun = false;
  await expect(withTimeout(10_000, leaving.signal, async () => (begun = true))).rejects.toThrow('left');
  expect(begun).toBe(false);
});

test('the signal of the work is aborted', async () => {
  const aborted = withTimeout(
    10,
    open(),
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told')))),
  );
  await expect(aborted).rejects.toBeDefined();
});
