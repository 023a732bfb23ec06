import { expect, test } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { fakeLiveness, surely } from '../../../test/fakes/liveness.ts';
import { createDaily } from './daily.ts';
import { createLocks, lockMigrations } from '../lock.ts';

const hourMs = 60 * 60_000;

test('DB10: of all processes one does the daily work, once a day, and after a failure it is done again', async () => {
  const db = openSqlite(':memory:');
  await db.migrate(lockMigrations);
  let now = 1_700_000_000_000;
  let done = 0;
  let fails = false;
  const clock = { now: () => now };
  const newProcess = (owner: string) =>
    createDaily({
      locks: createLocks(db, clock, fakeLiveness(owner)),
      clock,
      sureTime: surely(clock),
      log: createTestLog(),
      work: async () => {
        if (fails) throw new Error('cut off');
        done += 1;
      },
    });
  const [one, two] = [newProcess('one'), newProcess('two')];
  await Promise.all([one.look(), two.look()]);
  await two.look();
  expect(done).toBe(1);
  now += 12 * hourMs;
  await two.look();
  expect(done).toBe(1);
  now += 12 * hourMs;
  fails = true;
  await one.look();
  fails = false;
  await two.look();
  await one.look();
  expect(done).toBe(2);
  await db.close();
});

test('RUN20: a clean-up that a clock years ahead has noted is done again once the clock is right', async () => {
  const db = openSqlite(':memory:');
  await db.migrate(lockMigrations);
  let now = 2_000_000_000_000;
  let done = 0;
  const clock = { now: () => now };
  const daily = createDaily({
    locks: createLocks(db, clock, fakeLiveness('one')),
    clock,
    sureTime: surely(clock),
    log: createTestLog(),
    work: async () => void (done += 1),
  });
  await daily.look();
  now -= hourMs;
  await daily.look();
  expect(done).toBe(1);
  now = 1_700_000_000_000;
  await daily.look();
  expect(done).toBe(2);
  await db.close();
});
