import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { dayAt } from '../../kit/calendar.ts';
import { startedLiveness } from '../../../test/fakes/liveness.ts';
import { seeded } from '../../../test/fakes/random.ts';
import { createTestUsage, noon, readTotals } from '../../../test/fakes/usage.ts';

const service = join(import.meta.dirname, '../../../test/fixtures/usage-until-killed.ts');

/** A process that has loaded the service and waits for a line to begin. */
const prepare = (path: string) =>
  spawn(process.execPath, ['--no-warnings', service, path], { stdio: ['pipe', 'pipe', 'inherit'] });

/** Runs the service for `forMs` after its first answer, then kills it; returns the calls it answered. */
async function runUntilKilled(child: ReturnType<typeof prepare>, forMs: number): Promise<number> {
  let answered = 0;
  child.stdout.on('data', (lines: Buffer) => (answered += lines.toString().split('\n').length - 1));
  child.stdin.write('begin\n');
  await once(child.stdout, 'data');
  await pause(forMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return answered;
}

test('US8: twenty times killed in the middle of calls, every call is booked once at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-usage-'));
  const path = join(folder, 'docent.sqlite');
  const random = seeded(20);
  let answered = 0;
  let abandoned = 0;
  try {
    let next = prepare(path);
    for (let kill = 0; kill < 20; kill += 1) {
      const child = next;
      // Starting a process takes longer than its life, so the next one starts meanwhile.
      if (kill < 19) next = prepare(path);
      answered += await runUntilKilled(child, random(30));
      const db = openSqlite(path);
      const one = await createTestUsage(db, { liveness: await startedLiveness(db, `next ${kill}`) });
      const { usage, store, log } = one;
      const open = await store.ledger.open(0, 100);
      abandoned += open.length;
      expect(await usage.settleAbandoned()).toBe(open.length);
      const rows = await readTotals(db, dayAt(noon), dayAt(noon));
      const count = (status: string) => rows.find((row) => row.status === status)?.calls ?? 0;
      expect(count('success')).toBeGreaterThanOrEqual(answered);
      expect(count('aborted')).toBe(abandoned);
      expect(await store.spending.ofDay(dayAt(noon))).toMatchObject([
        { used: 15 * count('success') + 100 * count('aborted'), reserved: 0 },
      ]);
      for (const row of rows) {
        const slice = {
          day: row.day,
          series: [row.series],
          calls: row.calls,
          skip: 0,
          take: 1e6,
          sort: 'asc',
        } as const;
        expect(await store.reading.calls(slice)).toHaveLength(row.calls);
      }
      expect(log.errors).toEqual([]);
      one.close();
      await db.close();
    }
    expect(abandoned).toBeGreaterThan(20);
    expect(answered).toBeGreaterThan(20);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
