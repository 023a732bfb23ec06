import { describe, expect, test } from 'vitest';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { createLocks, lockMigrations } from '../../../work/lock.ts';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import { createCrawlScheduler } from './crawl-scheduler.ts';
import { livingAs } from '../../../../test/fakes/liveness.ts';

async function open() {
  const db = openSqlite(':memory:');
  await db.migrate(lockMigrations);
  const process = (owner: string) => {
    const begun: PromiseWithResolvers<void>[] = [];
    const log = createTestLog();
    const walks = createCrawlScheduler({
      locks: createLocks(db, { now: Date.now }, livingAs(owner), 300),
      log,
      lookMs: 5,
      ask: () => db.publish('hint'),
      async once(signal) {
        const walk = Promise.withResolvers<void>();
        begun.push(walk);
        signal.addEventListener('abort', () => walk.reject(signal.reason));
        await walk.promise;
      },
    });
    db.subscribe('hint', walks.walkIfLeading);
    return { walks, begun };
  };
  return { process, close: () => db.close() };
}

describe('walks of the host', () => {
  test('KN16: hints during a walk share one more walk, which begins after them', async () => {
    const { process, close } = await open();
    const { walks, begun } = process('one');
    const first = walks.walk();
    await expect.poll(() => begun.length).toBe(1);
    const hints = [walks.walk(), walks.walk(), walks.walk()];
    begun[0]?.resolve();
    await first;
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve();
    await Promise.all(hints);
    expect(begun).toHaveLength(2);
    await walks.stop();
    await close();
  });

  test('DB10: one process walks; a hint that another one hears during a walk makes it walk once more', async () => {
    const { process, close } = await open();
    const [one, two] = [process('one'), process('two')];
    const first = one.walks.first();
    await expect.poll(() => one.begun.length).toBe(1);
    const follower = two.walks.first();
    await two.walks.walk();
    one.begun[0]?.resolve();
    await first;
    await expect.poll(() => one.begun.length).toBe(2);
    one.begun[1]?.resolve();
    await follower;
    expect(two.begun).toHaveLength(0);
    await Promise.all([one.walks.stop(), two.walks.stop()]);
    await close();
  });

  test('DB10: when the leader stops, or cannot walk, another process takes the lead and walks', async () => {
    const { process, close } = await open();
    const [one, two, three] = [process('one'), process('two'), process('three')];
    const first = one.walks.first();
    await expect.poll(() => one.begun.length).toBe(1);
    one.begun[0]?.resolve();
    await first;
    await two.walks.first();
    await one.walks.stop();
    await expect.poll(() => two.begun.length).toBe(1);
    const third = three.walks.first();
    two.begun[0]?.reject(new Error('The host is away'));
    await expect.poll(() => three.begun.length).toBe(1);
    three.begun[0]?.resolve();
    await third;
    await Promise.all([two.walks.stop(), three.walks.stop()]);
    await close();
  });

  test('a failed walk ends, and the next one runs', async () => {
    const { process, close } = await open();
    const { walks, begun } = process('one');
    const first = walks.walk();
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.reject(new Error('The host is away'));
    await first;
    const second = walks.walk();
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve();
    await second;
    await walks.stop();
    await close();
  });

  test('stopping aborts the walk that runs and begins no other', async () => {
    const { process, close } = await open();
    const { walks, begun } = process('one');
    const first = walks.walk();
    const queued = walks.walk();
    await expect.poll(() => begun.length).toBe(1);
    await walks.stop();
    await Promise.all([first, queued]);
    await walks.walk();
    expect(begun).toHaveLength(1);
    await close();
  });
});
