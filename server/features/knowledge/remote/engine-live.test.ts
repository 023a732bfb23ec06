import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstChunk, indexedArticle } from '../../../../test/fakes/indexed-article.ts';
import { createTestLog, type TestLog } from '../../../../test/fakes/log.ts';
import { createFakeSearchEngine } from '../../../../test/fakes/search/search-engine.ts';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import type { Database } from '../../../kit/database.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { SearchEngine } from '../../../ports/candidates.ts';
import { createYieldWhenIdle } from '../../../work/idle.ts';
import type { LiveIndex } from '../live-index.ts';
import { createKnowledgeStore, knowledgeMigrations, type KnowledgeStore } from '../store.ts';
import { createEngineLive } from './engine-live.ts';

let db: Database;
let store: KnowledgeStore;
let log: TestLog;
let engine: SearchEngine;
let processes: LiveIndex[] = [];
let now = 1_000;
let announced = 0;

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate(knowledgeMigrations);
  store = createKnowledgeStore(db);
  log = createTestLog();
  announced = 0;
  engine = createFakeSearchEngine();
  await store.begin({ signature: '', chunking: 'c' }, 1, 'active');
  for (const name of ['walnut', 'almond']) await put(1, name);
});
afterEach(async () => {
  for (const one of processes.splice(0)) await one.close();
  await db.close();
});

async function put(generation: number, name: string, text = `The ${name} grows on a tree`): Promise<void> {
  await store.put(generation, indexedArticle(name), [firstChunk(text)], (now += 1));
}

/** A process of the service; `isLeading` has the lease. */
function started({ over = engine, on = store, isLeading = true, keptMs = 0 } = {}): LiveIndex {
  const lease = {
    signal: new AbortController().signal,
    isCancelled: false,
    setNote: () => undefined,
    async [Symbol.asyncDispose]() {},
  };
  const live = createEngineLive({
    engine: over,
    store: on,
    log,
    yieldWhenIdle: createYieldWhenIdle(),
    installationKey: async () => 'key',
    announce: async () => void (announced += 1),
    keptMs,
    locks: { tryAcquire: async () => (isLeading ? lease : undefined) },
  });
  processes.push(live);
  return live;
}

const namesIn = async ({ heads }: LiveIndex) =>
  [...(await heads.of(['walnut', 'almond', 'pecan'])).keys()].toSorted();

const find = async ({ index }: LiveIndex, keyword: string) =>
  (await index.search({ keyword, limit: 9 })).hits.map(({ articleId }) => articleId);

test('IDX8: what one process has written all of them find, also what changes later', async () => {
  const [writing, reading] = [started(), started({ isLeading: false })];
  await reading.follow();
  expect(reading.generation).toBeUndefined();
  await expect(find(reading, 'almond')).rejects.toMatchObject({ code: 'unavailable' });
  await writing.follow();
  await reading.follow();
  expect(await find(reading, 'almond')).toEqual(['almond']);
  expect(await namesIn(reading)).toEqual(['almond', 'walnut']);
  await put(1, 'almond', 'The apricot is a relative');
  await store.put(1, { ...indexedArticle('walnut'), state: 'removed' }, [], (now += 1));
  await writing.follow();
  await reading.follow();
  expect(await find(reading, 'apricot')).toEqual(['almond']);
  expect(await find(reading, 'walnut')).toEqual([]);
  expect(await namesIn(reading)).toEqual(['almond']);
});

test('IDX9 IDX10: nothing counts as written while the engine is away, and all of it is once it is back', async () => {
  let isAway = true;
  const away = unavailable('the engine is away');
  const shaky: SearchEngine = {
    ...engine,
    writer(of) {
      const writer = engine.writer(of);
      return {
        ...writer,
        async write(changes, isAwaited) {
          if (isAway) throw away;
          await writer.write(changes, isAwaited);
        },
      };
    },
  };
  const live = started({ over: shaky });
  await live.follow();
  expect(await store.engineGenerations()).toMatchObject([{ seq: 0, isServing: false }]);
  expect(log.warnings).toHaveLength(1);
  isAway = false;
  await live.follow();
  expect(await find(live, 'almond')).toEqual(['almond']);
  expect(await store.engineGenerations()).toMatchObject([{ seq: await store.lastSeq(), isServing: true }]);
});

test.each([
  ['that is away ends when it is back, and it is asked for nothing meanwhile', 'it does not answer', 0, 1],
  ['that takes nothing goes on although it answers', '', 2, 2],
])('IDX9: the pause of an engine %s', async (_, whileFailing, triesBefore, triesInAll) => {
  let [problem, isAway, tried] = [whileFailing, true, 0];
  const shaky: SearchEngine = {
    ...engine,
    problem: async () => problem,
    writer(of) {
      const writer = engine.writer(of);
      return {
        ...writer,
        async write(changes, isAwaited) {
          tried += 1;
          if (isAway) throw unavailable('the engine takes nothing');
          await writer.write(changes, isAwaited);
        },
      };
    },
  };
  const live = started({ over: shaky });
  // No pause follows the first failure.
  for (let pass = 0; pass < 4; pass++) await live.follow();
  expect(tried).toBe(triesBefore);
  [problem, isAway] = ['', false];
  await live.follow();
  expect(tried).toBe(triesInAll);
});

test('IDX10: an engine that was emptied is written anew', async () => {
  await started().follow();
  const other = started({ over: createFakeSearchEngine() });
  await other.follow();
  expect(await find(other, 'walnut')).toEqual(['walnut']);
  expect(log.warnings).toHaveLength(1);
});

test('IDX11: beside processes of a version with another form of the index both go on from their own', async () => {
  const old = started();
  await old.follow();
  const [newer, newStore] = [createFakeSearchEngine(), createKnowledgeStore(db, 2)];
  const next = started({ over: newer, on: newStore });
  expect(await newStore.engineGenerations()).toEqual([]);
  await next.follow();
  await put(1, 'pecan');
  await old.follow();
  await next.follow();
  expect([await find(old, 'pecan'), await find(next, 'pecan')]).toEqual([['pecan'], ['pecan']]);
  expect(log.warnings).toEqual([]);
});

test('IDX11: a new generation is written while it is built, answers when it is whole, and the old one leaves', async () => {
  const live = started();
  await live.follow();
  await store.begin({ signature: '', chunking: 'other' }, now, 'building');
  await put(2, 'almond', 'The almond by its new passages');
  await live.follow();
  expect(live.generation?.generation).toBe(1);
  expect(await find(live, 'passages')).toEqual([]);
  await put(2, 'walnut');
  await store.activate(2, now);
  await live.follow();
  expect(live.generation?.generation).toBe(2);
  expect(await find(live, 'passages')).toEqual(['almond']);
  expect(await store.engineGenerations()).toMatchObject([{ generation: 2, isServing: true }]);
});

test('IDX11: another generation is announced, and the old one stays for processes that have not heard of it', async () => {
  const [live, slow] = [started({ keptMs: 60_000 }), started({ isLeading: false })];
  await live.follow();
  await slow.follow();
  expect(announced).toBe(1);
  await store.begin({ signature: '', chunking: 'other' }, now, 'building');
  for (const name of ['walnut', 'almond']) await put(2, name);
  await store.activate(2, now);
  await live.follow();
  expect([announced, live.generation?.generation]).toEqual([2, 2]);
  expect(slow.generation?.generation).toBe(1);
  expect(await find(slow, 'almond')).toEqual(['almond']);
});
