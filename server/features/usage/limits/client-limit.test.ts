import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOfDay, dayAt } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import { testEngines } from '../../../../test/databases.ts';
import { seeded } from '../../../../test/fakes/random.ts';
import { createTestUsage, noon, openAgain } from '../../../../test/fakes/usage.ts';

type TestUsage = Awaited<ReturnType<typeof createTestUsage>>;

const visitor = '203.0.113.7';
const hourMs = 3_600_000;

/** The limit that refused, or `admitted`. */
async function knock({ usage }: TestUsage, address = visitor) {
  try {
    await usage.limits.reserve(address);
    return 'admitted';
  } catch (error) {
    if (!isFault(error, 'limited')) throw error;
    return error.details;
  }
}

describe.each(testEngines)('visitor limits on %s', (_engine, open) => {
  let db: Database;
  let one: TestUsage;
  beforeEach(async () => {
    db = await open();
    one = await createTestUsage(db);
  });
  afterEach(async () => {
    one.close();
    await db.close();
  });

  test('US1: sixty answers an hour and three hundred a day hold until limits are saved', async () => {
    for (let nth = 0; nth < 60; nth += 1) expect(await knock(one)).toBe('admitted');
    expect(await knock(one)).toMatchObject({ limit: 'visitor-hourly', allowed: 60 });
    for (let hour = 1; hour < 5; hour += 1) {
      one.clock.time += hourMs;
      for (let nth = 0; nth < 60; nth += 1) expect(await knock(one)).toBe('admitted');
    }
    one.clock.time += hourMs;
    expect(await knock(one)).toMatchObject({ limit: 'visitor-daily', allowed: 300 });
  });

  test('US1: limits saved by an administrator stay, also none at all', async () => {
    await one.saveLimits({ visitor: { enabled: false } });
    for (let nth = 0; nth < 70; nth += 1) expect(await knock(one)).toBe('admitted');
  });

  test('US1: nobody is refused while limits are off or 0', async () => {
    await one.saveLimits({ visitor: { enabled: false } });
    await one.saveLimits({ visitor: { dailyLimit: 1, hourlyLimit: 1 } });
    for (let nth = 0; nth < 5; nth += 1) expect(await knock(one)).toBe('admitted');
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 0, hourlyLimit: 0 } });
    for (let nth = 0; nth < 5; nth += 1) expect(await knock(one)).toBe('admitted');
  });

  test('US4: exactly as many of 500 parallel requests pass as the limits allow', async () => {
    const again = await openAgain(db);
    const two = await createTestUsage(again);
    try {
      await one.saveLimits({ visitor: { enabled: true, dailyLimit: 0, hourlyLimit: 37 } });
      await two.saveLimits({});
      const all = await Promise.all(
        Array.from({ length: 500 }, (_, nth) => knock(nth % 2 === 0 ? one : two)),
      );
      expect(all.filter((result) => result === 'admitted')).toHaveLength(37);
      await one.saveLimits({ visitor: { dailyLimit: 41, hourlyLimit: 1000 } });
      await two.saveLimits({});
      const more = await Promise.all(
        Array.from({ length: 500 }, (_, nth) => knock(nth % 2 === 0 ? one : two)),
      );
      expect(more.filter((result) => result === 'admitted')).toHaveLength(4);
    } finally {
      two.close();
      await again.close();
    }
  });

  test('US4: the window slides as a naive count of the last hour says', async () => {
    const random = seeded(_engine.length);
    const limit = 5;
    await one.saveLimits({ visitor: { enabled: true, hourlyLimit: limit } });
    let admitted: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      // Steps of up to 20 minutes, often exactly to the edge of the window.
      one.clock.time =
        random(4) === 0 && admitted.length > 0
          ? Math.max(one.clock.time, (admitted.at(-limit) ?? 0) + hourMs - random(2))
          : one.clock.time + random(1_200_000);
      const now = one.clock.time;
      const recent = admitted.filter((at) => at > now - hourMs);
      const free = recent.length < limit;
      const wait = Math.ceil(((recent.at(-limit) ?? 0) + hourMs - now) / 1000);
      const refused = {
        limit: 'visitor-hourly',
        allowed: limit,
        used: limit,
        retryAfterSeconds: Math.max(1, wait),
      };
      expect({ step, result: await knock(one) }).toEqual({ step, result: free ? 'admitted' : refused });
      if (free) admitted = [...recent, now];
    }
  });

  test('US4: the seconds to wait are exact', async () => {
    await one.saveLimits({ visitor: { enabled: true, hourlyLimit: 2 } });
    await knock(one);
    one.clock.time += 600_000;
    await knock(one);
    one.clock.time += 100_500;
    expect(await knock(one)).toMatchObject({ limit: 'visitor-hourly', retryAfterSeconds: 2900 });
    one.clock.time += 2_899_499;
    expect(await knock(one)).toMatchObject({ retryAfterSeconds: 1 });
    one.clock.time += 1;
    expect(await knock(one)).toBe('admitted');
  });

  test('US4: a clock that was a year ahead, and is put right, refuses nobody for a year', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 3, hourlyLimit: 2 } });
    const right = one.clock.time;
    one.clock.time += 365 * 24 * hourMs;
    expect([await knock(one), await knock(one)]).toEqual(['admitted', 'admitted']);
    one.clock.time = right;
    expect([await knock(one), await knock(one)]).toEqual(['admitted', 'admitted']);
    expect(await knock(one)).toMatchObject({ limit: 'visitor-hourly', retryAfterSeconds: 3600 });
    await one.usage.everyDay();
    one.clock.time += 365 * 24 * hourMs;
    expect(await knock(one)).toBe('admitted');
  });

  test('US4: a day that was used up by a clock that was some hours ahead does not last until its midnight', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 2, hourlyLimit: 0 } });
    one.clock.time = startOfDay(dayAt(noon)) + 20 * hourMs;
    const right = one.clock.time;
    one.clock.time += 6 * hourMs;
    expect([await knock(one), await knock(one)]).toEqual(['admitted', 'admitted']);
    one.clock.time = right;
    expect([await knock(one), await knock(one)]).toEqual(['admitted', 'admitted']);
    expect(await knock(one)).toMatchObject({ limit: 'visitor-daily', used: 2, retryAfterSeconds: 4 * 3600 });
  });

  test('US4: a day ends at local midnight, and a refusal uses nothing up', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 2, hourlyLimit: 0 } });
    one.clock.time = startOfDay(dayAt(noon)) + 23 * hourMs;
    expect(await knock(one)).toBe('admitted');
    expect(await knock(one)).toBe('admitted');
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await knock(one)).toEqual({
        limit: 'visitor-daily',
        allowed: 2,
        used: 2,
        retryAfterSeconds: 3600,
      });
    }
    one.clock.time += hourMs;
    expect(await knock(one)).toBe('admitted');
    // A process whose clock is slightly behind does not start the previous day again.
    one.clock.time -= 1;
    expect(await knock(one)).toBe('admitted');
    expect(await knock(one)).toMatchObject({ limit: 'visitor-daily', used: 2 });
  });

  test('US4: an hourly refusal does not use up the day', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 2, hourlyLimit: 1 } });
    await knock(one);
    for (let nth = 0; nth < 5; nth += 1) expect(await knock(one)).toMatchObject({ limit: 'visitor-hourly' });
    one.clock.time += hourMs;
    expect(await knock(one)).toBe('admitted');
  });

  test('a lowered limit waits until enough answers have left the window', async () => {
    await one.saveLimits({ visitor: { enabled: true, hourlyLimit: 4 } });
    for (let nth = 0; nth < 4; nth += 1) {
      await knock(one);
      one.clock.time += 60_000;
    }
    await one.saveLimits({ visitor: { hourlyLimit: 2 } });
    expect(await knock(one)).toEqual({
      limit: 'visitor-hourly',
      allowed: 2,
      used: 4,
      retryAfterSeconds: 3600 - 120,
    });
  });

  test('an answer that is given back can be had again, once', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 2, hourlyLimit: 2 } });
    const first = await one.usage.limits.reserve(visitor);
    await one.usage.limits.reserve(visitor);
    await Promise.all([first.refund(), first.refund()]);
    await first.refund();
    expect(await knock(one)).toBe('admitted');
    expect(await knock(one)).toMatchObject({ limit: 'visitor-daily', used: 2 });
  });

  test('US4: visitors do not share a limit; a /64 network is one visitor', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 1 } });
    expect(await knock(one, '203.0.113.1')).toBe('admitted');
    expect(await knock(one, '203.0.113.2')).toBe('admitted');
    expect(await knock(one, '::ffff:203.0.113.2')).toMatchObject({ limit: 'visitor-daily' });
    expect(await knock(one, '2001:db8::1')).toBe('admitted');
    expect(await knock(one, '2001:db8::ffff:1')).toMatchObject({ limit: 'visitor-daily' });
    expect(await knock(one, '2001:db8:0:1::1')).toBe('admitted');
    expect(await knock(one, 'unknown')).toBe('admitted');
    expect(await knock(one, '')).toMatchObject({ limit: 'visitor-daily' });
  });

  test('US4: the networks around a /64 may have four times as much, and no more', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 2, hourlyLimit: 0 } });
    const inNetwork = (group: number) => `2001:db8:7:${group.toString(16)}::1`;
    // A /56 network gets eight answers, however many of its /64 networks ask.
    for (let nth = 0; nth < 8; nth += 1) expect(await knock(one, inNetwork(nth))).toBe('admitted');
    expect(await knock(one, inNetwork(9))).toMatchObject({ limit: 'visitor-daily', allowed: 8, used: 8 });
    // The whole /48 has used its eight, too; another /48 has not.
    expect(await knock(one, inNetwork(0x100))).toMatchObject({ limit: 'visitor-daily', allowed: 8 });
    expect(await knock(one, '2001:db8:8::1')).toBe('admitted');
  });

  test('US4: an answer that is given back is given back to every network', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1 } });
    for (let nth = 0; nth < 6; nth += 1) {
      const admission = await one.usage.limits.reserve('2001:db8::1');
      await admission.refund();
    }
    expect(await knock(one, '2001:db8::1')).toBe('admitted');
  });

  test('US4: requests of one network at once neither wait for ever nor pass the limit', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 3, hourlyLimit: 3 } });
    const asked = Array.from({ length: 60 }, (_, nth) =>
      knock(one, `2001:db8:9:${(nth % 20).toString(16)}::1`),
    );
    const results = await Promise.all(asked);
    expect(results.filter((result) => result === 'admitted')).toHaveLength(12);
  });

  test('US3: whitelisted addresses are never refused', async () => {
    await one.saveLimits({
      visitor: { enabled: true, dailyLimit: 1, whitelist: ['10.0.0.0/8', '2001:db8::5'] },
    });
    for (const address of ['10.9.8.7', '2001:db8::5']) {
      for (let nth = 0; nth < 3; nth += 1) expect(await knock(one, address)).toBe('admitted');
    }
    expect(await knock(one, '2001:db8::6')).toBe('admitted');
    expect(await knock(one, '2001:db8::6')).toMatchObject({ limit: 'visitor-daily' });
  });

  test('US6: counters survive a restart', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 1 } });
    await knock(one);
    const restarted = await createTestUsage(db);
    expect(await knock(restarted)).toMatchObject({ limit: 'visitor-daily' });
    restarted.close();
  });

  test('addresses are forgotten when they count no more', async () => {
    await one.saveLimits({ visitor: { enabled: true, dailyLimit: 9, hourlyLimit: 9 } });
    await knock(one);
    one.clock.time += 2 * 24 * hourMs;
    await knock(one, '203.0.113.99');
    await one.usage.everyDay();
    await one.usage.everyDay();
    const tables = db.query.withTables<{
      usage_hits: { visitor: string };
      usage_visitors: { visitor: string };
    }>();
    expect(await tables.selectFrom('usage_hits').select('visitor').execute()).toEqual([
      { visitor: '203.0.113.99' },
    ]);
    expect(await tables.selectFrom('usage_visitors').select('visitor').execute()).toEqual([
      { visitor: '203.0.113.99' },
    ]);
  });
});
