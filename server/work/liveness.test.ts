import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testEngines } from '../../test/databases.ts';
import { countedQueries } from '../../test/counted-queries.ts';
import { startedLiveness, fakeLiveness } from '../../test/fakes/liveness.ts';
import { createTestLog } from '../../test/fakes/log.ts';
import { openAgain } from '../../test/fakes/usage.ts';
import { openSqlite } from '../adapters/database/sqlite.ts';
import type { Database } from '../kit/database.ts';
import { createLiveness, livenessMigrations } from './liveness.ts';

describe.each(testEngines)('liveness on %s', (engine, open) => {
  let db: Database;
  let other: Database;
  let time = 0;
  beforeEach(async () => {
    time = 1_000_000;
    db = await open();
    await db.migrate(livenessMigrations);
    other = await openAgain(db);
    await other.migrate(livenessMigrations);
  });
  afterEach(async () => {
    if (other !== db) await other.close();
    await db.close();
  });
  const processOf = (self: string, on = db) =>
    createLiveness({ db: on, clock: { now: () => time }, log: createTestLog(), self });

  test('a process is alive from start to end; an unknown one is dead', async () => {
    const [one, two] = [processOf('one'), processOf('two', other)];
    await one.start();
    await two.start();
    expect([await one.isGone('one'), await one.isGone('two'), await two.isGone('one')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await one.isGone('nobody')).toBe(true);
    await two.close();
    expect(await one.isGone('two')).toBe(true);
    await one.close();
  });

  // SQLite has no sessions to lose.
  if (engine === 'sqlite') return;

  test('a lost session is no death while the process shows itself', async () => {
    const [one, two] = [processOf('one'), processOf('two', other)];
    await one.start();
    await two.start();
    await db.presence.leave('one');
    expect(await other.presence.isMarked('one')).toBe(false);
    expect(await two.isGone('one')).toBe(false);
    await two.close();
    await one.close();
  });

  test('a process of a vanished host is gone when it is silent for long', async () => {
    const [one, two] = [processOf('one'), processOf('two', other)];
    await two.start();
    await other.presence.enter('silent');
    await db.query
      .withTables<{ processes: { id: string; seen_at: number } }>()
      .insertInto('processes')
      .values({ id: 'silent', seen_at: time })
      .execute();
    time += 35_000;
    expect(await one.isGone('silent')).toBe(false);
    time += 10_000;
    expect(await one.isGone('silent')).toBe(true);
    await two.close();
  });

  test('RUN2: a process that died while the clock was ahead is gone when its heartbeat stands still', async () => {
    const one = processOf('one');
    const processes = db.query.withTables<{ processes: { id: string; seen_at: number } }>();
    const heartbeat = (id: string, seen_at: number) =>
      processes
        .insertInto('processes')
        .values({ id, seen_at })
        .onConflict((on) => on.column('id').doUpdateSet({ seen_at }))
        .execute();
    const hour = 3_600_000;
    await heartbeat('dead', time + hour);
    await heartbeat('alive', time + hour);
    await expect
      .poll(
        async () => {
          await heartbeat('alive', time + hour + Math.ceil(performance.now()));
          return [await one.isGone('dead'), await one.isGone('alive')];
        },
        { timeout: 10_000, interval: 500 },
      )
      .toEqual([true, false]);
  }, 15_000);
});

describe('on a file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-liveness-'));
    path = join(folder, 'docent.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('RUN2: a killed process is dead at once, and its files are deleted by the next one', async () => {
    const child = spawn(
      process.execPath,
      [
        '--no-warnings',
        join(import.meta.dirname, '../../test/fixtures/living-until-killed.ts'),
        path,
        'child',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    const db = openSqlite(path);
    const here = await startedLiveness(db, 'here');
    expect(await here.isGone('child')).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await here.isGone('child')).toBe(true);
    expect(await readdir(join(folder, 'processes'))).toEqual(['here.lock']);
    await here.close();
    await db.close();
    expect(await readdir(join(folder, 'processes'))).toEqual([]);
  });

  test('many that start at the same time are all seen', async () => {
    const db = openSqlite(path);
    const names = Array.from({ length: 20 }, (_, index) => `process ${index}`);
    await Promise.all(names.map((name) => db.presence.enter(name)));
    expect(await Promise.all(names.map((name) => db.presence.isMarked(name)))).not.toContain(false);
    await Promise.all(names.map((name) => db.presence.leave(name)));
    await db.close();
  });
});

describe('DB13: heartbeats', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('are sent each second while a process holds something, and rarely otherwise', async () => {
    const file = openSqlite(':memory:');
    await file.migrate(livenessMigrations);
    // As with PostgreSQL, where only a heartbeat tells of a process that has lost its session.
    const { db, count } = countedQueries({ ...file, presence: { ...file.presence, isCertain: false } });
    const liveness = createLiveness({ db, clock: { now: Date.now }, log: createTestLog(), self: 'one' });
    await liveness.start();
    const during = async (seconds: number) => {
      const before = count();
      for (let second = 0; second < seconds; second++) await vi.advanceTimersByTimeAsync(1_000);
      return count() - before;
    };
    expect(await during(120)).toBe(4);
    await during(5);
    const before = count();
    const [first, second] = [liveness.hold(), liveness.hold()];
    expect(count() - before).toBe(1);
    expect(await during(10)).toBe(10);
    first();
    first();
    expect(await during(10)).toBe(10);
    second();
    expect(await during(25)).toBe(0);
    await liveness.close();
    await file.close();
  });
});

test('RUN2: what a process took or renewed a moment ago is a sign of its life, before its first heartbeat is there', async () => {
  const file = openSqlite(':memory:');
  await file.migrate(livenessMigrations);
  const db = { ...file, presence: { ...file.presence, isCertain: false } };
  const liveness = createLiveness({ db, clock: { now: () => 100_000 }, log: createTestLog(), self: 'one' });
  expect(await liveness.isGone('quiet', 98_000)).toBe(false);
  expect(await liveness.isGone('quiet', 96_000)).toBe(true);
  await file.close();
});

test('a process is never gone for itself', async () => {
  expect(await fakeLiveness('self', new Set(['self'])).isGone('self')).toBe(false);
});
