import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import { testEngines } from '../../../../test/databases.ts';
import { createTestUsage, openAgain } from '../../../../test/fakes/usage.ts';
import type { UsageTables } from '../store/tables.ts';

type TestUsage = Awaited<ReturnType<typeof createTestUsage>>;

/** Makes searches from an address; returns the number admitted and the last refusal. */
async function searching({ usage }: TestUsage, times: number, address = '203.0.113.7') {
  let passed = 0;
  let refusal: unknown;
  for (let nth = 0; nth < times; nth += 1) {
    try {
      await usage.limits.search(address);
      passed += 1;
    } catch (error) {
      if (!isFault(error, 'limited')) throw error;
      refusal = { message: error.message, ...error.details };
    }
  }
  return { passed, refusal };
}

describe.each(testEngines)('the budget of searches on %s', (_engine, open) => {
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

  test('US18: 120 searches a minute and 3,000 an hour pass, whether visitor limits are on or off', async () => {
    await one.saveLimits({ visitor: { enabled: false } });
    one.clock.time += 15_000;
    expect(await searching(one, 130)).toEqual({
      passed: 120,
      refusal: {
        message: 'The 120 searches of one minute are used up. Please go on in 45 seconds',
        limit: 'visitor-searches',
        allowed: 120,
        used: 120,
        retryAfterSeconds: 45,
      },
    });
    for (let minute = 1; minute < 25; minute += 1) {
      one.clock.time += 60_000;
      expect((await searching(one, 120)).passed).toBe(120);
    }
    one.clock.time += 60_000;
    expect(await searching(one, 5)).toMatchObject({
      passed: 0,
      refusal: { allowed: 3000, retryAfterSeconds: 34 * 60 + 45 },
    });
    one.clock.time += 35 * 60_000;
    expect((await searching(one, 130)).passed).toBe(120);
  });

  test('US18: processes count together, also what they ask for at once', async () => {
    const again = await openAgain(db);
    const two = await createTestUsage(again);
    try {
      await one.saveLimits({ visitor: { searchesPerMinute: 50 } });
      await two.saveLimits({});
      const all = await Promise.all(
        Array.from({ length: 200 }, (_, nth) => searching(nth % 2 === 0 ? one : two, 1)),
      );
      const passed = all.reduce((sum, each) => sum + each.passed, 0);
      // At most one share is lost: uses taken by one process that the other could have used.
      expect(passed).toBeGreaterThan(45);
      expect(passed).toBeLessThanOrEqual(50);
    } finally {
      two.close();
      await again.close();
    }
  });

  test('US18: what a process took for a minute and did not use is given back to the hour', async () => {
    await one.saveLimits({ visitor: { searchesPerMinute: 120, searchesPerHour: 600 } });
    for (let minute = 0; minute < 50; minute += 1) {
      expect(await searching(one, 3)).toEqual({ passed: 3, refusal: undefined });
      one.clock.time += 60_000;
    }
    const { in_hour } = await db.query
      .withTables<UsageTables>()
      .selectFrom('usage_budgets')
      .select('in_hour')
      .executeTakeFirstOrThrow();
    expect(in_hour).toBeLessThan(150 + 10 + 1);
  });

  test('US18, US3, US4: whitelisted addresses search without limit; a /64 is one visitor, the /48 around it has four times as much', async () => {
    await one.saveLimits({ visitor: { searchesPerMinute: 3, whitelist: ['10.0.0.0/8'] } });
    expect((await searching(one, 20, '10.1.2.3')).passed).toBe(20);
    expect((await searching(one, 2, '2001:db8::1')).passed).toBe(2);
    expect((await searching(one, 2, '2001:db8::2')).passed).toBe(1);
    let passed = 3;
    for (let network = 1; network < 9; network += 1)
      passed += (await searching(one, 3, `2001:db8:0:${network}::1`)).passed;
    expect(passed).toBe(12);
    expect((await searching(one, 2, '::ffff:c633:6407')).passed).toBe(2);
    expect((await searching(one, 2, '198.51.100.7')).passed).toBe(1);
  });

  test('US18: a changed limit holds at once, 0 is none, and a clock that was put right refuses nobody', async () => {
    await one.saveLimits({ visitor: { searchesPerMinute: 2 } });
    expect((await searching(one, 5)).passed).toBe(2);
    await one.saveLimits({ visitor: { searchesPerMinute: 6 } });
    expect((await searching(one, 9)).passed).toBe(4);
    await one.saveLimits({ visitor: { searchesPerMinute: 0, searchesPerHour: 0 } });
    expect((await searching(one, 50)).passed).toBe(50);
    await one.saveLimits({ visitor: { searchesPerMinute: 2 } });
    const right = one.clock.time;
    one.clock.time += 40 * 86_400_000;
    await searching(one, 5);
    one.clock.time = right;
    expect((await searching(one, 5)).passed).toBe(2);
    one.clock.time += 3 * 86_400_000;
    await one.usage.everyDay();
    expect(
      await db.query.withTables<UsageTables>().selectFrom('usage_budgets').select('client').execute(),
    ).toEqual([]);
  });

  test.each([
    ['minute', { searchesPerMinute: 2, searchesPerHour: 0 }, 40_000, 120],
    ['hour', { searchesPerMinute: 0, searchesPerHour: 2 }, 200_000, 3_800],
  ])(
    'US18: a clock set back over the end of a %s that is used up is answered at once, and soon free',
    async (_, visitor, back, mostSeconds) => {
      await one.saveLimits({ visitor });
      one.clock.time = Math.ceil(one.clock.time / 3_600_000) * 3_600_000 + 1_000;
      await searching(one, 5);
      one.clock.time -= back;
      const { passed, refusal } = await searching(one, 3);
      expect(passed).toBe(0);
      expect(refusal).toMatchObject({ allowed: 2 });
      const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeLessThanOrEqual(mostSeconds);
      one.clock.time += retryAfterSeconds * 1_000;
      expect((await searching(one, 3)).passed).toBe(2);
    },
  );

  test('US18: a minute that was used up by a clock that was ahead by most of an hour does not last so long', async () => {
    await one.saveLimits({ visitor: { searchesPerMinute: 2 } });
    const right = one.clock.time;
    one.clock.time += 50 * 60_000;
    await searching(one, 5);
    one.clock.time = right;
    expect((await searching(one, 5)).passed).toBe(2);
  });

  test('US19: an address has 300 answers that cost nothing in an hour', async () => {
    let passed = 0;
    const talk = async () => {
      await one.usage.limits.freeAnswer('203.0.113.7');
      passed += 1;
    };
    for (let nth = 0; nth < 310; nth += 1) await talk().catch(() => undefined);
    expect(passed).toBe(300);
    await expect(talk()).rejects.toMatchObject({ details: { limit: 'visitor-hourly' } });
  });
});
