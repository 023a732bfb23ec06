import { describe, expect, test } from 'vitest';
import { createSign } from '../../../test/fixtures/shared-sign.ts';
import type { operations } from '../../../test/fixtures/test-thread.ts';
import { createWorkerPool } from './worker-pool.ts';

const module = new URL('../../../test/fixtures/test-thread.ts', import.meta.url);
const open = (options: { size?: number; waiting?: number; limitMs?: number } = {}) =>
  createWorkerPool<typeof operations>({ module, name: 'the test', ...options });
const unhurried = new AbortController().signal;

describe('threads', () => {
  test('return the result of the operation, and the caller keeps its bytes', async () => {
    await using threads = open();
    const bytes = new Uint8Array([1, 2, 3]);
    const answer = await threads.run('echo', bytes, unhurried);
    expect([...answer]).toEqual([1, 2, 3]);
    expect([...bytes]).toEqual([1, 2, 3]);
  });

  test('pass Faults on as Faults and bugs as errors', async () => {
    await using threads = open({ size: 1 });
    await expect(threads.run('refuse', 'not this one', unhurried)).rejects.toMatchObject({
      code: 'invalid',
      message: 'not this one',
    });
    await expect(threads.run('fail', 'oh', unhurried)).rejects.toThrow(/TypeError: oh/);
  });

  test('a thread that dies fails its own job; those that wait are done by a new one', async () => {
    await using threads = open({ size: 1 });
    const doomed = threads.run('die', undefined, unhurried);
    const waiting = threads.run('echo', new Uint8Array([7]), unhurried);
    await expect(doomed).rejects.toMatchObject({ code: 'unavailable' });
    expect([...(await waiting)]).toEqual([7]);
    expect([...(await threads.run('echo', new Uint8Array([8]), unhurried))]).toEqual([8]);
  });

  test('a thread that does not end is stopped, and the next work gets a new one', async () => {
    await using threads = open({ size: 1, limitMs: 500 });
    // Work that ends in time shows that the thread has been started; a busy machine may need longer than the limit for that.
    const echo = (byte: number) => threads.run('echo', new Uint8Array([byte]), unhurried);
    await expect.poll(() => echo(8)).toEqual(new Uint8Array([8]));
    await expect(threads.run('hold', createSign().sign, unhurried)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect.poll(() => echo(9)).toEqual(new Uint8Array([9]));
  });

  test('work that is aborted while it waits is never begun, and leaves its place to others', async () => {
    await using threads = open({ size: 1, waiting: 1 });
    const { sign, release } = createSign();
    const held = threads.run('hold', sign, unhurried);
    const leaving = new AbortController();
    const aborted = threads.run('die', undefined, leaving.signal);
    await expect(threads.run('echo', new Uint8Array(1), unhurried)).rejects.toMatchObject({ code: 'busy' });
    leaving.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    const next = threads.run('echo', new Uint8Array([4]), unhurried);
    release();
    await held;
    expect([...(await next)]).toEqual([4]);
  });

  test('work that is aborted while it runs ends unseen; the thread goes on', async () => {
    await using threads = open({ size: 1 });
    const { sign, release } = createSign();
    const leaving = new AbortController();
    const held = threads.run('hold', sign, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(held).rejects.toThrow('gone');
    const next = threads.run('echo', new Uint8Array([5]), unhurried);
    release();
    expect([...(await next)]).toEqual([5]);
    await expect(
      threads.run('echo', new Uint8Array(1), AbortSignal.abort(new Error('late'))),
    ).rejects.toThrow('late');
  });

  test('closing fails running and waiting calls', async () => {
    const threads = open({ size: 1 });
    const running = threads.run('hold', createSign().sign, unhurried);
    const waiting = threads.run('echo', new Uint8Array(1), unhurried);
    const outcomes = Promise.allSettled([running, waiting]);
    await threads[Symbol.asyncDispose]();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(threads.run('echo', new Uint8Array(1), unhurried)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
