import { expect, test } from 'vitest';
import { createSign } from '../../../test/fixtures/shared-sign.ts';
import type { operations } from '../../../test/fixtures/test-thread.ts';
import { createThread } from './thread.ts';

const module = new URL('../../../test/fixtures/test-thread.ts', import.meta.url);
const open = (options: { waiting?: number; onLost?: (reason: string) => void } = {}) =>
  createThread<typeof operations>({ module, name: 'the test', ...options });

const one = Uint8Array.of(1);

test('calls are answered in order; Faults come as Faults and bugs as errors', async () => {
  const thread = open();
  const answered: string[] = [];
  await Promise.allSettled([
    thread.run('echo', one).then(() => answered.push('first')),
    thread.run('refuse', 'not this').catch((error: unknown) => answered.push(String(error))),
    thread.run('fail', 'oh').catch((error: unknown) => answered.push(String(error).split('\n', 1)[0] ?? '')),
    thread.run('echo', one).then(() => answered.push('last')),
  ]);
  expect(answered).toEqual(['first', 'Fault: not this', 'Error: In a thread: TypeError: oh', 'last']);
  await thread.close();
});

test('IDX6: a call whose asker leaves while it waits never begins', async () => {
  const thread = open();
  const { sign, release } = createSign();
  const holding = thread.run('hold', sign);
  const leaving = new AbortController();
  const left = thread.run('die', undefined, leaving.signal);
  leaving.abort(new Error('the visitor has left'));
  await expect(left).rejects.toThrow('the visitor has left');
  release();
  await holding;
  // If the call had begun, the thread would have died.
  expect([...(await thread.run('echo', one))]).toEqual([1]);
  expect(thread.isLost).toBe(false);
  await thread.close();
});

test('when too much waits, further calls are refused at once', async () => {
  const thread = open({ waiting: 2 });
  const { sign, release } = createSign();
  const holding = thread.run('hold', sign);
  const waiting = [thread.run('echo', one), thread.run('echo', one)];
  await expect(thread.run('echo', one)).rejects.toMatchObject({ code: 'busy' });
  release();
  await Promise.all([holding, ...waiting]);
  await thread.close();
});

test('IDX7: a thread that dies fails running and waiting calls, notifies its owner once, and accepts no more', async () => {
  const reasons: string[] = [];
  const thread = open({ onLost: (reason) => reasons.push(reason) });
  const calls = [thread.run('die', undefined), thread.run('echo', one), thread.runBeside('echo', one)];
  const ends = await Promise.allSettled(calls);
  for (const end of ends.slice(0, 2))
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  await expect(thread.run('echo', one)).rejects.toMatchObject({ code: 'unavailable' });
  expect(thread.isLost).toBe(true);
  expect(reasons).toEqual(['it ended with code 3']);
  await thread.close();
});

test('closing waits for earlier calls', async () => {
  const thread = open();
  const answers = [thread.run('echo', one), thread.runBeside('echo', one), thread.run('echo', one)];
  await thread.close();
  expect(await Promise.all(answers)).toEqual([one, one, one]);
  await expect(thread.run('echo', one)).rejects.toMatchObject({ code: 'unavailable' });
});
