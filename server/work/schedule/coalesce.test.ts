import { expect, test } from 'vitest';
import { coalesced } from './coalesce.ts';

/** Work that ends on command. */
function scripted() {
  const runs: PromiseWithResolvers<void>[] = [];
  let atOnce = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (atOnce += 1));
    const run = Promise.withResolvers<void>();
    runs.push(run);
    try {
      await run.promise;
    } finally {
      atOnce -= 1;
    }
  };
  return { runs, work, most: () => most };
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('calls that come during a run share one more run', async () => {
  const { runs, work, most } = scripted();
  const call = coalesced(work);
  const first = call();
  await settle();
  const later = [call(), call(), call()];
  await settle();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect([runs.length, most()]).toEqual([2, 1]);
});

test('a call at any moment of the hand-over gets a run that began after it, and never two at once', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    let begun = 0;
    let atOnce = 0;
    const call = coalesced(async () => {
      begun += 1;
      expect((atOnce += 1)).toBe(1);
      await Promise.resolve();
      atOnce -= 1;
    });
    void call();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const before = begun;
    await call();
    expect(begun).toBeGreaterThan(turns === 0 ? 0 : before);
  }
});

test('a failure rejects the callers of that run only', async () => {
  const { runs, work } = scripted();
  const call = coalesced(work);
  const first = call();
  await settle();
  const second = call();
  runs[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settle();
  runs[1]?.resolve();
  await expect(second).resolves.toBeUndefined();
});
