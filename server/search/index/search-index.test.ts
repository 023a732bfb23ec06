import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headWith } from '../../../test/fakes/heads.ts';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { firstChunk, indexedArticle } from '../../../test/fakes/indexed-article.ts';
import { createTestLog, type TestLog } from '../../../test/fakes/log.ts';
import type { Database } from '../../kit/database.ts';
import { unavailable } from '../../kit/fault.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import { createLiveIndex, type OwnLiveIndex as LiveIndex } from '../../features/knowledge/live-index.ts';
import {
  createKnowledgeStore,
  knowledgeMigrations,
  type KnowledgeStore,
} from '../../features/knowledge/store.ts';
import { createLoopIndex } from './loop-index.ts';
import { createSearchIndexes, type SearchIndexes } from './search-index.ts';

let db: Database;
let store: KnowledgeStore;
let log: TestLog;
let live: LiveIndex | undefined;
let now = 1_000;

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate(knowledgeMigrations);
  store = createKnowledgeStore(db);
  log = createTestLog();
  await store.begin({ signature: '', chunking: 'c' }, 1, 'active');
  for (const name of ['walnut', 'almond']) await put(name);
});
afterEach(async () => {
  vi.useRealTimers();
  await live?.close();
  await db.close();
});

async function put(name: string): Promise<void> {
  const chunk = firstChunk(`The ${name} grows on a tree`);
  await store.put(1, indexedArticle(name), [chunk], (now += 1));
}

const following = (indexes: SearchIndexes): LiveIndex =>
  (live = createLiveIndex({ store, yieldWhenIdle: createYieldWhenIdle(), log, indexes }));
const find = async ({ index }: LiveIndex, keyword: string) =>
  (await index.search({ keyword, limit: 9 })).hits.map(({ articleId }) => articleId);

test('IDX5: an index that grows beyond the limit of the event loop moves into a thread and answers from there', async () => {
  const index = following(createSearchIndexes(2));
  await index.follow();
  expect(index.index.isAway).toBe(false);
  expect(await find(index, 'almond')).toEqual(['almond']);
  await put('pecan');
  await index.follow();
  expect(index.index.isAway).toBe(true);
  expect(await find(index, 'almond')).toEqual(['almond']);
  expect(await find(index, 'pecan')).toEqual(['pecan']);
  await put('cashew');
  await index.follow();
  expect(await find(index, 'cashew')).toEqual(['cashew']);
  expect((await index.index.stats()).articles).toBe(4);
});

test('IDX5: a large index is in a thread from the start', async () => {
  const index = following(createSearchIndexes(1));
  await index.follow();
  expect(index.index.isAway).toBe(true);
  expect(await find(index, 'walnut')).toEqual(['walnut']);
});

test('IDX5: the index of a large site is in a thread before its articles have been read', async () => {
  await store.announce(
    1,
    ['pecan', 'cashew', 'hazel'].map((id) => headWith(id, 'r')),
    now,
  );
  const index = following(createSearchIndexes(10));
  await index.follow();
  expect(index.index.isAway).toBe(true);
  expect(await find(index, 'walnut')).toEqual(['walnut']);
});

test('a look at the store ends also while articles come faster than it takes them', async () => {
  const endless: KnowledgeStore = {
    ...store,
    async *changedSince(generation, seq) {
      for await (const page of store.changedSince(generation, seq)) {
        yield page;
        for (let nth = 0; nth < 60; nth += 1) await put(`tree-${now}`);
      }
    },
  };
  live = createLiveIndex({ store: endless, yieldWhenIdle: createYieldWhenIdle(), log });
  await live.follow();
  const before = live.heads.size;
  await put('pecan');
  await live.follow();
  expect(live.heads.size).toBeGreaterThan(before);
  expect(await find(live, 'pecan')).toEqual(['pecan']);
});

test('IDX7: when the thread dies, questions fail as unavailable until the index is rebuilt, which starts at once', async () => {
  const threads: ReturnType<typeof mortal>[] = [];
  const index = following({
    create: (_, onLost) => {
      const thread = mortal(onLost);
      threads.push(thread);
      return thread.index;
    },
    isLarge: () => false,
  });
  await index.follow();
  const asking = index.index;
  threads.at(-1)?.die();
  await expect(asking.search({ keyword: 'almond', limit: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  await vi.waitFor(() => expect(index.index).not.toBe(asking), { timeout: 30_000 });
  expect(await find(index, 'almond')).toEqual(['almond']);
  expect(log.errors).toHaveLength(1);
});

test('IDX7: a thread that dies while it is filled is started again at the next poll, not at once', async () => {
  const threads: ReturnType<typeof mortal>[] = [];
  const index = following({
    create: (_, onLost) => {
      const thread = mortal(onLost);
      threads.push(thread);
      if (threads.length === 1) queueMicrotask(thread.die);
      return thread.index;
    },
    isLarge: () => false,
  });
  await expect(index.follow()).rejects.toMatchObject({ code: 'unavailable' });
  expect(threads).toHaveLength(1);
  await index.follow();
  expect(await find(index, 'almond')).toEqual(['almond']);
});

test('IDX7: a thread that dies again and again while it is filled is started after longer and longer pauses', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let started = 0;
  const index = following({
    create: (_, onLost) => {
      const thread = mortal(onLost);
      started += 1;
      if (started <= 3) queueMicrotask(thread.die);
      return thread.index;
    },
    isLarge: () => false,
  });
  const startedAfter = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    await index.follow().catch(() => undefined);
    return started;
  };
  expect(await startedAfter(0)).toBe(1);
  expect(await startedAfter(5)).toBe(2);
  expect(await startedAfter(9)).toBe(2);
  expect(await startedAfter(1)).toBe(3);
  expect(await startedAfter(29)).toBe(3);
  expect(await startedAfter(1)).toBe(4);
  expect(await find(index, 'almond')).toEqual(['almond']);
});

/** An index whose thread can be killed. */
function mortal(onLost: (reason: string) => void) {
  const real = createLoopIndex();
  let isLost = false;
  const alive =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isLost) throw unavailable('the thread is dead');
      return call(...args);
    };
  const index: SearchIndex = {
    ...real,
    load: alive(real.load),
    replaceArticle: alive(real.replaceArticle),
    search: alive(real.search),
    stats: alive(real.stats),
    get isLost() {
      return isLost;
    },
  };
  const die = () => {
    isLost = true;
    onLost('killed');
  };
  return { index, die };
}
