import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPatientDisk } from './patient-disk.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const slow = { code: 'unavailable', message: 'the disk takes too long to answer' };
const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** A call that is answered when it is told to. */
const open = () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const call = vi.fn(async () => promise);
  return { call, resolve };
};

test('RUN23: a disk that does not answer is waited for once, and asked again when it has answered', async () => {
  const { answersAgain, fromDisk, isDiskStuck } = createPatientDisk();
  const [first, later] = [open(), open()];
  const late = vi.fn();
  const refused = failureOf(fromDisk('/site', first.call, late));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await refused).toMatchObject(slow);
  expect(isDiskStuck()).toBe(true);
  await expect(fromDisk('/site', later.call)).rejects.toMatchObject(slow);
  expect(later.call).not.toHaveBeenCalled();

  const again = answersAgain('/site');
  first.resolve('found');
  await again;
  expect(late).toHaveBeenCalledExactlyOnceWith('found');
  expect([isDiskStuck(), answersAgain('/site')]).toEqual([false, undefined]);
  later.resolve('there');
  expect(await fromDisk('/site', later.call)).toBe('there');
});

test('RUN23: stuck calls keep two threads at most, and another disk is read meanwhile', async () => {
  const { answersAgain, fromDisk } = createPatientDisk();
  const [first, second, third, other] = [open(), open(), open(), open()];
  const stuck = [first, second, third].map(({ call }) => failureOf(fromDisk('/site', call)));
  other.resolve('there');
  const elsewhere = failureOf(fromDisk('/more', other.call));
  expect(third.call).not.toHaveBeenCalled();
  // One is answered, so that the third begins; the fourth is of another disk and gets the next turn.
  first.resolve('found');
  expect(await stuck[0]).toBe('found');
  second.resolve('found');
  expect(await elsewhere).toBe('there');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await stuck[2]).toMatchObject(slow);
  expect(await fromDisk('/more', other.call)).toBe('there');

  const fourth = open();
  const refused = failureOf(fromDisk('/more', fourth.call));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await refused).toMatchObject(slow);
  // Now both threads are held.
  await expect(fromDisk('/further', other.call)).rejects.toMatchObject(slow);
  third.resolve('found');
  fourth.resolve('found');
  await Promise.all([answersAgain('/site'), answersAgain('/more')]);
  expect(await fromDisk('/further', other.call)).toBe('there');
});
