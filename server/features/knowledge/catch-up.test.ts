import { afterEach, beforeEach, expect, test } from 'vitest';
import { countedQueries } from '../../../test/counted-queries.ts';
import { firstChunk, indexedArticle } from '../../../test/fakes/indexed-article.ts';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import type { Database } from '../../kit/database.ts';
import { createCatchUp } from './catch-up.ts';
import { createKnowledgeStore, knowledgeMigrations, type KnowledgeStore } from './store.ts';

let db: Database;
let store: KnowledgeStore;
let queries: () => number;
let followed = 0;

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate(knowledgeMigrations);
  const counted = countedQueries(db);
  store = createKnowledgeStore(counted.db);
  queries = counted.count;
  followed = 0;
  await store.begin({ signature: '', chunking: 'c' }, 1, 'active');
});
afterEach(() => db.close());

const catchUpOf = (hasEngine = false) =>
  createCatchUp({
    store,
    hasEngine,
    live: { generation: { generation: 1 } },
    follow: async () => void (followed += 1),
  });
const put = (name: string) => store.put(1, indexedArticle(name), [firstChunk(`The ${name}`)], 2);

test('DB13: an index that nobody changes is looked at with one query, and followed when it has changed without a notice', async () => {
  const catchUp = catchUpOf();
  await catchUp();
  expect(followed).toBe(1);
  const before = queries();
  await catchUp();
  await catchUp();
  expect([followed, queries() - before]).toEqual([1, 2]);
  await put('walnut');
  await catchUp();
  expect(followed).toBe(2);
  await store.begin({ signature: '', chunking: 'other' }, 3, 'building');
  await catchUp();
  await catchUp();
  expect(followed).toBe(3);
});

test('DB13 IDX10: a search engine that is behind the index is followed at each look, and no longer once it is level', async () => {
  const catchUp = catchUpOf(true);
  await put('walnut');
  await store.beginEngineGeneration(1, 0);
  await catchUp();
  await catchUp();
  expect(followed).toBe(2);
  await store.noteEngineSeq(1, await store.lastSeq());
  await store.serveEngineGeneration(1);
  await catchUp();
  expect(followed).toBe(3);
  await catchUp();
  expect(followed).toBe(3);
});
