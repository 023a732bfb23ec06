import { describe, expect, test } from 'vitest';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { createLocks, lockMigrations } from '../../../work/lock.ts';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import { createCrawlScheduler } from './crawl-scheduler.ts';
import { fakeLiveness } from '../../../../test/fakes/liveness.ts';

async function open() {
  const db = openSqlite(':memory:');
  await db.migrate(lockMigrations);
  const process = (owner: string) => {
    const begun: PromiseWithResolvers<void>[] = [];
    const log = createTestLog();
    const crawls = createCrawlScheduler({
      locks: createLocks(db, { now: Date.now }, fakeLiveness(owner), 300),
      log,
      now: Date.now,
      lookMs: 5,
      ask: () => db.publish('hint'),
      async once(signal) {
        const crawl = Promise.withResolvers<void>();
        begun.push(crawl);
        signal.addEventListener('abort', () => crawl.reject(signal.reason));
        await crawl.promise;
      },
    });
    db.subscribe('hint', crawls.crawlIfLeading);
    return { crawls, begun };
  };
  return { process, close: () => db.close() };
}

describe('crawls of the host', () => {
  test('KN16: hints during a crawl share one more crawl, which begins after them', async () => {
    const { process, close } = await open();
    const { crawls, begun } = process('one');
    const first = crawls.crawl();
    await expect.poll(() => begun.length).toBe(1);
    const hints = [crawls.crawl(), crawls.crawl(), crawls.crawl()];
    begun[0]?.resolve();
    await first;
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve();
    await Promise.all(hints);
    expect(begun).toHaveLength(2);
    await crawls.stop();
    await close();
  });

  test('DB10: one process crawls; a hint that another one hears during a crawl makes it crawl once more', async () => {
    const { process, close } = await open();
    const [one, two] = [process('one'), process('two')];
    const first = one.crawls.first();
    await expect.poll(() => one.begun.length).toBe(1);
    const follower = two.crawls.first();
    await two.crawls.crawl();
    one.begun[0]?.resolve();
    await first;
    await expect.poll(() => one.begun.length).toBe(2);
    one.begun[1]?.resolve();
    await follower;
    expect(two.begun).toHaveLength(0);
    await Promise.all([one.crawls.stop(), two.crawls.stop()]);
    await close();
  });

  test('DB10: when the leader stops, or cannot crawl, another process takes the lead and crawls', async () => {
    const { process, close } = await open();
    const [one, two, three] = [process('one'), process('two'), process('three')];
    const first = one.crawls.first();
    await expect.poll(() => one.begun.length).toBe(1);
    one.begun[0]?.resolve();
    await first;
    await two.crawls.first();
    await one.crawls.stop();
    await expect.poll(() => two.begun.length).toBe(1);
    const third = three.crawls.first();
    two.begun[0]?.reject(new Error('The host is away'));
    await expect.poll(() => three.begun.length).toBe(1);
    three.begun[0]?.resolve();
    await third;
    await Promise.all([two.crawls.stop(), three.crawls.stop()]);
    await close();
  });

  test('a failed crawl ends, and the next one runs', async () => {
    const { process, close } = await open();
    const { crawls, begun } = process('one');
    const first = crawls.crawl();
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.reject(new Error('The host is away'));
    await first;
    const second = crawls.crawl();
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve();
    await second;
    await crawls.stop();
    await close();
  });

  test('stopping aborts the crawl that runs and begins no other', async () => {
    const { process, close } = await open();
    const { crawls, begun } = process('one');
    const first = crawls.crawl();
    const queued = crawls.crawl();
    await expect.poll(() => begun.length).toBe(1);
    await crawls.stop();
    await Promise.all([first, queued]);
    await crawls.crawl();
    expect(begun).toHaveLength(1);
    await close();
  });
});
