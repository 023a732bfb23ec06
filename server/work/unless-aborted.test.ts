import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

const left = new Error('left');

test('settles as the work does, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(signal, async () => 3)).resolves.toBe(3);
  await expect(unlessAborted(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('rejects with the reason when the signal aborts, and the later end of the work fails nothing', async () => {
  const leaving = new AbortController();
  const work = Promise.withResolvers<void>();
  const waiting = unlessAborted(leaving.signal, () => work.promise);
  leaving.abort(left);
  await expect(waiting).rejects.toBe(left);
  work.reject(new Error('too late'));
});

test('begins nothing when the signal has aborted before', async () => {
  let begun = false;
  await expect(unlessAborted(AbortSignal.abort(left), async () => (begun = true))).rejects.toBe(left);
  expect(begun).toBe(false);
});
