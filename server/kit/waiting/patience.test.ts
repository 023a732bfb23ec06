import { describe, expect, test, vi } from 'vitest';
import { createLastKnown } from '../last-known.ts';
import { hasty } from '../../../test/http/hasty.ts';
import {
  alongWith,
  begunForAll,
  createPatience,
  createWaits,
  patiently,
  patientlyWithSite,
  shared,
  withPatience,
} from './patience.ts';

/** Patience with a clock that goes on by what is waited. */
function timed(options: { readonly includesSite?: boolean } = {}) {
  let at = 0;
  const patience = createPatience({ ...options, now: () => at });
  return { patience, pass: (ms: number) => void (at += ms), at: () => at };
}

describe('the waits of a request', () => {
  test('DB14: end together within ten seconds, however many there are', async () => {
    const { patience, pass, at } = timed();
    await withPatience(patience, async () => {
      for (let nth = 0; nth < 50; nth += 1)
        await patiently(5_000, async (ms) => {
          pass(ms);
          throw new Error('no answer');
        }).catch(() => undefined);
    });
    expect(at()).toBeGreaterThan(5_000);
    expect(at()).toBeLessThan(10_000);
  });

  test('DB14: after one has taken all the time, another that is answered soon is still waited for', async () => {
    const { patience, pass } = timed();
    const given: number[] = [];
    await withPatience(patience, async () => {
      await patiently(60_000, async (ms) => pass(ms));
      await patiently(5_000, async (ms) => void given.push(ms));
    });
    expect(given).toEqual([250]);
  });

  test('DB14: quick ones and the time between them do not count', async () => {
    const { patience, pass } = timed();
    for (let nth = 0; nth < 1_000; nth += 1) {
      await withPatience(patience, () => patiently(5_000, async () => pass(100)));
      pass(60_000);
    }
    expect(patience.left()).toBe(8_000);
  });

  test('DB14: those at the same time count once, in whatever order they end', async () => {
    const { patience, pass } = timed();
    const first = patience.begin();
    pass(1_000);
    const second = patience.begin();
    pass(1_000);
    expect(patience.left()).toBe(6_000);
    second(true);
    expect(patience.left()).toBe(6_000);
    pass(1_000);
    first(true);
    expect(patience.left()).toBe(5_000);
    pass(3_000);
    expect(patience.left()).toBe(5_000);
    const third = patience.begin();
    pass(2_000);
    third(true);
    expect(patience.left()).toBe(3_000);
  });

  test('DB14: have no limit but their own once the request is answered, and outside of requests', async () => {
    const { patience, pass } = timed();
    const given: number[] = [];
    const wait = () => patiently(5_000, async (ms) => void given.push(ms));
    await withPatience(patience, async () => {
      await patiently(60_000, async (ms) => pass(ms));
      await withPatience(undefined, wait);
      patience.end();
      await wait();
    });
    await wait();
    expect(given).toEqual([5_000, 5_000, 5_000]);
  });

  test('DB14: get whole milliseconds, which timers and signals want', async () => {
    const { patience, pass } = timed();
    const given: number[] = [];
    await withPatience(patience, async () => {
      await patiently(5_000, async () => pass(1_000.7));
      await patiently(60_000, async (ms) => void given.push(ms));
    });
    expect(given).toEqual([7_000]);
  });

  test('DB14: a wait that fails counts as well', async () => {
    const { patience, pass } = timed();
    const failed = withPatience(patience, () =>
      patiently(3_000, async (ms) => {
        pass(ms);
        throw new Error('no answer');
      }),
    );
    await expect(failed).rejects.toThrow('no answer');
    expect(patience.left()).toBe(5_000);
  });

  test('DB14: for what others wait for as well end alone, and leave it to the others', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const given: number[] = [];
    const work = withPatience(hasty(), () =>
      begunForAll(() => patiently(5_000, (ms) => (given.push(ms), promise))),
    );
    const [early, other] = [withPatience(hasty(), () => shared(work)), shared(work)];
    await expect(early).rejects.toMatchObject({ code: 'unavailable' });
    resolve('read');
    expect([await other, given]).toEqual(['read', [5_000]]);
  });

  test('DB14: for a value of the database end with the last one that is known', async () => {
    let reading = Promise.resolve(1);
    const known = createLastKnown(() => reading);
    expect(await known.read()).toBe(1);
    const { promise, resolve } = Promise.withResolvers<number>();
    reading = promise;
    known.outdated();
    const others = known.read();
    expect(await withPatience(hasty(), known.read)).toBe(1);
    resolve(2);
    expect(await others).toBe(2);
  });

  test('DB14: those for the site count for visitors alone', async () => {
    const given: number[] = [];
    for (const includesSite of [true, false]) {
      const { patience } = timed({ includesSite });
      await withPatience(patience, () => patientlyWithSite(30_000, async (ms) => void given.push(ms)));
    }
    expect(given).toEqual([8_000, 30_000]);
  });

  test('DB14: of work that it waits for, such as a job, the long waits count, and its work does not', async () => {
    const { patience, pass, at } = timed();
    let longSince: number | undefined;
    const waits = {
      get longSince() {
        pass(1_000);
        return longSince;
      },
    };
    const { promise: work, resolve } = Promise.withResolvers<void>();
    const waiting = withPatience(patience, () => alongWith(work, waits));
    await vi.waitFor(() => expect(at()).toBeGreaterThan(20_000), { timeout: 10_000 });
    expect(patience.left()).toBe(8_000);
    longSince = at();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    expect(at() - longSince).toBeLessThan(10_000);
    resolve();
    await withPatience(patience, () => alongWith(work, waits));
  });

  test('DB14: what work has waited before a request came does not count for the request', async () => {
    const { patience, pass } = timed();
    pass(2_000);
    patience.begin(-60_000);
    expect(patience.left()).toBe(6_000);
  });

  test('the long waits of work are those that began first and still go on', () => {
    let now = 0;
    const waits = createWaits(() => now);
    const first = waits.begin();
    now = 200;
    const second = waits.begin();
    expect(waits.longSince).toBeUndefined();
    now = 300;
    expect(waits.longSince).toBe(0);
    first(true);
    expect(waits.longSince).toBeUndefined();
    now = 500;
    expect(waits.longSince).toBe(200);
    second(false);
    expect(waits.longSince).toBeUndefined();
    expect(waits.left()).toBe(Infinity);
  });
});
