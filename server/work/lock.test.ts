import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../test/databases.ts';
import { countedQueries } from '../../test/counted-queries.ts';
import type { Database } from '../kit/database.ts';
import { createLocks, lockMigrations } from './lock.ts';
import { fakeLiveness } from '../../test/fakes/liveness.ts';

const name = 'work';

describe.each(testEngines)('leases on %s', (_, open) => {
  let db: Database;
  let time = 1_000;
  const dead = new Set<string>();
  const clock = { now: () => time };
  const locksOf = (owner: string, lifeMs?: number) =>
    createLocks(db, clock, fakeLiveness(owner, dead), lifeMs);

  beforeEach(async () => {
    time = 1_000;
    dead.clear();
    db = await open();
    await db.migrate(lockMigrations);
  });
  afterEach(() => db.close());

  test('one process holds a name; another gets it when it is released', async () => {
    const [one, two] = [locksOf('one'), locksOf('two')];
    expect(await one.acquire(name)).toBe(true);
    expect(await two.acquire(name)).toBe(false);
    expect(await one.acquire(name)).toBe(true);
    await two.release(name);
    expect(await two.acquire(name)).toBe(false);
    await one.release(name);
    expect(await two.acquire(name)).toBe(true);
    expect(await one.acquire('other work')).toBe(true);
  });

  test('DB13: a process that was refused looks with one query whether the lease is free, and gets it then', async () => {
    await using held = await locksOf('one').tryAcquire(name);
    expect(held).toBeDefined();
    const counted = countedQueries(db);
    const two = createLocks(counted.db, clock, fakeLiveness('two', dead));
    expect(await two.tryAcquire(name)).toBeUndefined();
    const before = counted.count();
    for (let nth = 0; nth < 3; nth++) expect(await two.tryAcquire(name)).toBeUndefined();
    expect(counted.count() - before).toBe(3);
    await held?.[Symbol.asyncDispose]();
    await using got = await two.tryAcquire(name);
    expect(got).toBeDefined();
  });

  test('of many concurrent attempts, one succeeds', async () => {
    const tries = Array.from({ length: 10 }, (_, index) => locksOf(`p${index}`).acquire(name));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  });

  test('a dead holder keeps it for the life of the lease, not longer', async () => {
    await locksOf('dead', 500).acquire(name, 'half way');
    const alive = locksOf('alive', 500);
    time += 500;
    expect(await alive.acquire(name)).toBe(false);
    expect(await alive.inspect(name)).toEqual({ held: true, note: 'half way' });
    time += 1;
    expect(await alive.inspect(name)).toEqual({ held: false, note: 'half way' });
    expect(await alive.acquire(name)).toBe(true);
    expect(await locksOf('dead', 500).renew(name, 'more')).toBe('lost');
  });

  test('the lease of a dead process is free at once: of many concurrent attempts, one succeeds', async () => {
    await locksOf('killed').acquire(name, 'half way');
    const [one, two] = [locksOf('one'), locksOf('two')];
    expect(await one.acquire(name)).toBe(false);
    dead.add('killed');
    expect(await one.inspect(name)).toEqual({ held: false, note: 'half way' });
    const got = await Promise.all([one.acquire(name), two.acquire(name)]);
    expect(got.filter(Boolean)).toHaveLength(1);
    expect(await one.inspect(name)).toEqual({ held: true, note: '' });
  });

  test('renewing extends it, saves the note, and reports a cancellation', async () => {
    const [one, two] = [locksOf('one'), locksOf('two')];
    await one.acquire(name);
    time += 14_000;
    expect(await one.renew(name, '50 %')).toBe('held');
    time += 14_000;
    expect(await two.inspect(name)).toEqual({ held: true, note: '50 %' });
    await two.requestCancel(name);
    expect(await one.renew(name, '60 %')).toBe('cancelled');
  });

  test('a last note outlives the lease; without one nothing is left', async () => {
    const [one, two] = [locksOf('one'), locksOf('two')];
    await one.acquire(name);
    await one.release(name, 'all done');
    expect(await two.inspect(name)).toEqual({ held: false, note: 'all done' });
    expect(await two.acquire(name)).toBe(true);
    await two.release(name);
    expect(await one.inspect(name)).toEqual({ held: false, note: '' });
  });

  describe('taken', () => {
    test('it excludes this process too, and renews itself with its note', async () => {
      const [one, two] = [locksOf('one', 150), locksOf('two', 150)];
      const lease = await one.tryAcquire(name, 'begun');
      expect(lease).toBeDefined();
      expect(await one.tryAcquire(name)).toBeUndefined();
      expect(await two.tryAcquire(name)).toBeUndefined();
      lease?.setNote('half way');
      await expect.poll(() => two.inspect(name)).toEqual({ held: true, note: 'half way' });
      time += 140;
      await expect.poll(async () => (time += 20) > 0 && (await two.inspect(name)).held).toBe(true);
      await lease?.[Symbol.asyncDispose]();
      const next = await one.tryAcquire(name);
      expect(next).toBeDefined();
      await next?.[Symbol.asyncDispose]();
    });

    test('of two calls of one process at once, one gets it', async () => {
      const one = locksOf('one');
      const leases = await Promise.all([one.tryAcquire(name), one.tryAcquire(name)]);
      expect(leases.filter(Boolean)).toHaveLength(1);
      await leases[0]?.[Symbol.asyncDispose]();
    });

    test('the end of the work is readable afterwards', async () => {
      const one = locksOf('one');
      {
        await using lease = await one.tryAcquire(name);
        lease?.setNote('all done');
      }
      expect(await one.inspect(name)).toEqual({ held: false, note: 'all done' });
    });

    test('its signal aborts when another process has taken over, and releasing leaves that one alone', async () => {
      const [slow, quick] = [locksOf('slow', 150), locksOf('quick', 150)];
      const lease = await slow.tryAcquire(name);
      await expect
        .poll(async () => {
          time += 200;
          return quick.acquire(name, 'mine');
        })
        .toBe(true);
      await expect.poll(() => lease?.signal.aborted).toBe(true);
      await lease?.[Symbol.asyncDispose]();
      expect((await quick.inspect(name)).note).toBe('mine');
    });

    test('its signal aborts when its end is asked for', async () => {
      const [one, two] = [locksOf('one', 150), locksOf('two')];
      const lease = await one.tryAcquire(name);
      await two.requestCancel(name);
      await expect.poll(() => lease?.signal.aborted).toBe(true);
      await lease?.[Symbol.asyncDispose]();
    });
  });
});
