import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RebuildProgress } from '../../../../contract/knowledge.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import type { Database } from '../../../kit/database.ts';
import { unavailable } from '../../../kit/fault.ts';
import { createLocks, lockMigrations } from '../../../work/lock.ts';
import type { Build } from './build-generation.ts';
import { createRebuildLock } from './rebuild-lock.ts';
import { createRebuild } from './rebuild.ts';
import { idle } from './rebuild-state.ts';
import { createKnowledgeStore, knowledgeMigrations, type KnowledgeStore } from '../store.ts';
import { fakeLiveness } from '../../../../test/fakes/liveness.ts';

const plan = { signature: '', chunking: 'c1' };
const leaseMs = 150;

let db: Database;
let store: KnowledgeStore;

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate([...lockMigrations, ...knowledgeMigrations]);
  store = createKnowledgeStore(db);
  await store.begin(plan, 1, 'active');
});

afterEach(() => db.close());

/** A process whose builds end when told; `build` swaps unless it fails. */
function process(owner: string) {
  const builds: { build: Build; end: PromiseWithResolvers<void> }[] = [];
  const rebuildLock = createRebuildLock(createLocks(db, { now: Date.now }, fakeLiveness(owner), leaseMs));
  const rebuild = createRebuild({
    store,
    rebuildLock,
    now: Date.now,
    log: createTestLog(),
    async build(build) {
      const end = Promise.withResolvers<void>();
      builds.push({ build, end });
      build.update({ phase: 'processing', totalArticles: 10, processedArticles: 5 });
      build.signal.addEventListener('abort', () => end.reject(build.signal.reason));
      await end.promise;
      await store.activate(build.generation.generation, 2);
      build.update({ phase: 'completed' });
    },
  });
  const phase = async () => (await rebuild.progress()).phase;
  return { rebuild, rebuildLock, builds, phase };
}

describe('KN2: one rebuild at a time', () => {
  test('a second start attaches to the running one, also when both come at once', async () => {
    const { rebuild, builds } = process('one');
    expect((await Promise.all([rebuild.start(plan), rebuild.start(plan)])).toSorted()).toEqual([
      'running',
      'started',
    ]);
    expect(await rebuild.start(plan)).toBe('running');
    await expect.poll(() => builds.length).toBe(1);
    builds[0]?.end.resolve();
    await rebuild.settled;
    expect(await rebuild.progress()).toMatchObject({ phase: 'completed', percentage: 100 });
  });

  test('in all processes; each of them sees its progress and its end', async () => {
    const [one, two] = [process('one'), process('two')];
    await one.rebuild.start(plan);
    expect(await two.rebuild.start(plan)).toBe('running');
    await expect.poll(two.phase).toBe('processing');
    expect(await two.rebuild.progress()).toMatchObject({
      totalArticles: 10,
      processedArticles: 5,
      percentage: 50,
    });
    one.builds[0]?.end.resolve();
    await one.rebuild.settled;
    expect(await two.rebuild.progress()).toEqual(await one.rebuild.progress());
    expect(await two.rebuild.start(plan)).toBe('started');
    await two.rebuild.stop();
  });

  test('the next rebuild can start as soon as the end of the last one is seen', async () => {
    const { rebuild, builds, phase } = process('one');
    await rebuild.start(plan);
    await expect.poll(() => builds.length).toBe(1);
    builds[0]?.end.resolve();
    await expect.poll(phase, { interval: 1 }).toBe('completed');
    expect(await rebuild.start(plan)).toBe('started');
    await rebuild.stop();
  });
});

describe('KN3: single articles', () => {
  test('wait for nothing, but not while a full rebuild runs; nor does it start while one is worked on', async () => {
    const [one, two] = [process('one'), process('two')];
    const work = Promise.withResolvers<string>();
    const article = two.rebuildLock.one(() => work.promise);
    await expect.poll(async () => one.rebuild.start(plan)).toBe('running');
    work.resolve('done');
    expect(await article).toBe('done');
    await expect.poll(async () => one.rebuild.start(plan)).toBe('started');
    await expect(two.rebuildLock.one(async () => 'never')).rejects.toMatchObject({ code: 'busy' });
    await expect(one.rebuildLock.one(async () => 'never')).rejects.toMatchObject({ code: 'busy' });
    await one.rebuild.stop();
  });

  test('two single rebuilds run one after the other, and closing aborts the running one', async () => {
    const { rebuildLock } = process('one');
    const first = Promise.withResolvers<void>();
    const order: string[] = [];
    const works = [
      rebuildLock.one(async () => (await first.promise, void order.push('first'))),
      rebuildLock.one(async () => void order.push('second')),
    ];
    first.resolve();
    await Promise.all(works);
    expect(order).toEqual(['first', 'second']);
    const hanging = rebuildLock.one(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    // Awaited below, after the stop that makes it fail.
    // oxlint-disable-next-line vitest/valid-expect
    const settled = expect(hanging).rejects.toThrow('stopping');
    await expect
      .poll(
        async () =>
          (
            await db.query
              .withTables<{ leases: { name: string } }>()
              .selectFrom('leases')
              .selectAll()
              .execute()
          ).length,
      )
      .toBe(1);
    await rebuildLock.close();
    await settled;
  });
});

describe('a rebuild that does not come to its end', () => {
  test('fails: the old index serves, the reason is shown, and the next one starts anew', async () => {
    const { rebuild, builds } = process('one');
    await rebuild.start(plan);
    await expect.poll(() => builds.length).toBe(1);
    builds[0]?.end.reject(unavailable('The host is away'));
    await rebuild.settled;
    expect(await rebuild.progress()).toMatchObject({
      phase: 'error',
      errorMessage: 'The host is away',
      percentage: 100,
    });
    expect([await store.active(), await store.building()]).toMatchObject([{ generation: 1 }, undefined]);
    await rebuild.resume(plan);
    expect(builds).toHaveLength(1);
    expect(await rebuild.start(plan)).toBe('started');
    await expect.poll(() => builds[1]?.build.generation.generation).toBe(3);
    await rebuild.stop();
  });

  test('the message of an unexpected error is not shown', async () => {
    const { rebuild, builds } = process('one');
    await rebuild.start(plan);
    await expect.poll(() => builds.length).toBe(1);
    builds[0]?.end.reject(new Error('column "x" does not exist'));
    await rebuild.settled;
    expect(await rebuild.progress()).toMatchObject({
      phase: 'error',
      errorMessage: 'The rebuild was interrupted',
    });
  });

  test('stops with the service and resumes at the next start with the finished articles', async () => {
    const [one, two] = [process('one'), process('two')];
    await one.rebuild.start(plan);
    await expect.poll(() => one.builds.length).toBe(1);
    await one.rebuild.stop();
    expect(await one.rebuild.progress()).toEqual(idle);
    expect(await one.rebuild.start(plan)).toBe('running');
    await two.rebuild.resume(plan);
    await expect.poll(() => two.builds[0]?.build.generation).toEqual(one.builds[0]?.build.generation);
    await two.rebuild.stop();
  });

  test('is taken over when its process has died, and not before', async () => {
    const [dead, alive] = [process('dead'), process('alive')];
    const gone = createLocks(db, { now: Date.now }, fakeLiveness('dead'), leaseMs);
    await gone.acquire(
      'index-rebuild',
      JSON.stringify({ ...idle, phase: 'processing' } satisfies RebuildProgress),
    );
    const unfinished = await store.begin(plan, 2, 'building');
    await alive.rebuild.resume(plan);
    expect(alive.builds).toHaveLength(0);
    expect(await alive.phase()).toBe('processing');
    await expect.poll(alive.phase).toBe('idle');
    await alive.rebuild.resume(plan);
    await expect.poll(() => alive.builds[0]?.build.generation).toEqual(unfinished);
    expect(dead.builds).toHaveLength(0);
    await alive.rebuild.stop();
  });

  test('KN20: can be cancelled from any process; its work is dropped and the reason is reported', async () => {
    const [one, two] = [process('one'), process('two')];
    expect(await two.rebuild.cancel()).toBe(false);
    await one.rebuild.start(plan);
    await expect.poll(() => one.builds.length).toBe(1);
    expect(await two.rebuild.cancel()).toBe(true);
    await one.rebuild.settled;
    expect(await two.rebuild.progress()).toMatchObject({ phase: 'error', cancelled: true });
    expect([await store.active(), await store.building()]).toMatchObject([{ generation: 1 }, undefined]);
    await one.rebuild.resume(plan);
    expect(one.builds).toHaveLength(1);
    expect(await two.rebuild.cancel()).toBe(false);
    expect(await two.rebuild.start(plan)).toBe('started');
    expect(await two.rebuild.progress()).not.toHaveProperty('cancelled');
    await two.rebuild.stop();
  });

  test('is abandoned when the settings have changed meanwhile', async () => {
    const { rebuild, builds } = process('one');
    await store.begin({ signature: '', chunking: 'c0' }, 2, 'building');
    await rebuild.resume(plan);
    expect([builds.length, await store.building()]).toEqual([0, undefined]);
    await store.begin({ signature: '', chunking: 'c0' }, 2, 'building');
    await rebuild.start(plan);
    await expect.poll(() => builds[0]?.build.generation).toMatchObject({ chunking: 'c1' });
    await rebuild.stop();
  });

  test('a process that has lost its lease stops and swaps nothing', async () => {
    const { rebuild, builds } = process('one');
    await rebuild.start(plan);
    await expect.poll(() => builds.length).toBe(1);
    await db.query
      .withTables<{ leases: { owner: string } }>()
      .updateTable('leases')
      .set({ owner: 'another' })
      .execute();
    await rebuild.settled;
    expect(builds[0]?.build.signal.aborted).toBe(true);
    expect([await store.active(), await store.building()]).toMatchObject([
      { generation: 1 },
      { generation: 2 },
    ]);
  });
});
