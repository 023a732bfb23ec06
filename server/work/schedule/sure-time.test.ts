import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { createTestLog, type TestLog } from '../../../test/fakes/log.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';
import { createDaily } from './daily.ts';
import { createSureTime } from './sure-time.ts';
import { createLocks, lockMigrations } from '../lock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('RUN22: the time for deletions by age', () => {
  let db: ReturnType<typeof openSqlite>;
  let log: TestLog;
  let wall: number;
  let ran: number;
  let cleaned: number;
  const clock = { now: () => wall, elapsed: () => ran };

  beforeEach(async () => {
    db = openSqlite(':memory:');
    await db.migrate(lockMigrations);
    log = createTestLog();
    wall = Date.UTC(2027, 2, 14, 3, 20);
    ran = 5_000;
    cleaned = 0;
  });
  afterEach(() => db.close());

  const start = (self = 'one') => {
    const locks = createLocks(db, clock, fakeLiveness(self));
    const sureTime = createSureTime({ locks, clock, log });
    const work = async () => void (cleaned += 1);
    return { sureTime, daily: createDaily({ locks, clock, sureTime, log, work }) };
  };
  const goOn = (ms: number) => {
    wall += ms;
    ran += ms;
  };
  const running = async (hours: number, { daily }: ReturnType<typeof start>) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await daily.look();
      goOn(hourMs);
    }
  };

  test('a new database is cleaned at once, and then daily without a warning', async () => {
    const service = start();
    await running(73, service);
    expect(cleaned).toBe(4);
    expect(log.warnings).toEqual([]);
  });

  test.each([
    ['four years', 1_461 * dayMs],
    ['three days', 3 * dayMs],
  ])(
    'a start with a clock %s ahead deletes nothing and says so; once the clock is right, all goes on',
    async (_, ahead) => {
      await running(30, start());
      const before = cleaned;
      const right = wall;
      wall += ahead;
      const wrong = start();
      await wrong.daily.look();
      expect(cleaned).toBe(before);
      expect(await wrong.sureTime()).toMatchObject({ isSure: false });
      expect((await wrong.sureTime()).now).toBeLessThanOrEqual(right);
      expect(log.warnings).toHaveLength(1);
      expect(log.warnings[0]?.['message']).toContain('waits until the clock has gone on for an hour');
      // It is set while the service runs, before the hour is over.
      ran += 20 * minuteMs;
      wall = right + 20 * minuteMs;
      expect(await wrong.sureTime()).toEqual({ now: wall, isSure: true });
      goOn(dayMs);
      await wrong.daily.look();
      expect(cleaned).toBe(before + 1);
    },
  );

  test('a clock that jumps while the service runs deletes nothing, and one that jumps again begins another hour', async () => {
    const service = start();
    await running(25, service);
    const before = cleaned;
    wall += 400 * dayMs;
    await service.daily.look();
    goOn(50 * minuteMs);
    wall += 30 * dayMs;
    await service.daily.look();
    goOn(50 * minuteMs);
    await service.daily.look();
    expect(cleaned).toBe(before);
    goOn(10 * minuteMs);
    await service.daily.look();
    expect(cleaned).toBe(before + 1);
  });

  test('after a long stop with a right clock the clean-up is an hour late, also where the service is started again meanwhile', async () => {
    await running(2, start());
    wall += 90 * dayMs;
    const service = start();
    await service.daily.look();
    expect(cleaned).toBe(1);
    goOn(30 * minuteMs);
    // Another start: its own measure of time begins at nothing.
    ran = 900;
    const next = start('two');
    await next.daily.look();
    expect(cleaned).toBe(1);
    goOn(30 * minuteMs);
    await next.daily.look();
    expect(cleaned).toBe(2);
    expect((await next.sureTime()).isSure).toBe(true);
  });

  test('the clean-up of a version that knew no sure time counts as one', async () => {
    const locks = createLocks(db, clock, fakeLiveness('before'));
    const held = await locks.tryAcquire('daily');
    held?.setNote(String(wall));
    await held?.[Symbol.asyncDispose]();
    wall += 700 * dayMs;
    await start().daily.look();
    expect(cleaned).toBe(0);
  });
});
