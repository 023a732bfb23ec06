import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

/** Jobs that a test ends. */
function createJobs(events: string[]) {
  const ends = new Map<string, () => void>();
  return {
    ends,
    job: (name: string, cores: number, ready: Promise<unknown> = Promise.resolve()) => ({
      cores,
      ready,
      run: () =>
        new Promise<void>((resolve) => {
          events.push(name);
          ends.set(name, resolve);
        }),
    }),
  };
}

test('jobs begin in their order, as many as the processors carry', async () => {
  const events: string[] = [];
  const { job, ends } = createJobs(events);
  const all = sideBySide(2, [job('a', 1), job('b', 1), job('c', 0.5), job('d', 0.5), job('e', 2)]);
  await expect.poll(() => events).toEqual(['a', 'b']);
  ends.get('a')?.();
  await expect.poll(() => events).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['b', 'c', 'd']) ends.get(name)?.();
  await expect.poll(() => events).toEqual(['a', 'b', 'c', 'd', 'e']);
  ends.get('e')?.();
  await all;
});

test('what is not ready lets others go first, and fills no processor while it waits', async () => {
  const events: string[] = [];
  const { job, ends } = createJobs(events);
  const tools = Promise.withResolvers<void>();
  const all = sideBySide(1, [job('late', 1, tools.promise), job('b', 1)]);
  await expect.poll(() => events).toEqual(['b']);
  ends.get('b')?.();
  tools.reject(new Error('no tools'));
  await expect.poll(() => events).toEqual(['b', 'late']);
  ends.get('late')?.();
  await all;
});

test('one that needs more processors than there are runs alone', async () => {
  const events: string[] = [];
  const { job, ends } = createJobs(events);
  const all = sideBySide(2, [job('wide', 8), job('b', 1)]);
  await expect.poll(() => events).toEqual(['wide']);
  ends.get('wide')?.();
  await expect.poll(() => events).toEqual(['wide', 'b']);
  ends.get('b')?.();
  await all;
});
