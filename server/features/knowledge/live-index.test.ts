import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import { firstChunk, indexedArticle } from '../../../test/fakes/indexed-article.ts';
import { createTestLog, type TestLog } from '../../../test/fakes/log.ts';
import type { Database } from '../../kit/database.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import { createTextLookup } from './article-texts.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';
import { createSnapshots } from './snapshot/snapshots.ts';
import { createKnowledgeStore, knowledgeMigrations, type KnowledgeStore, type StoredChunk } from './store.ts';

const plan = { signature: 'm@4', chunking: 'c' };

const chunk = (text: string): StoredChunk => ({ ...firstChunk(text), vectorKey: text });

describe.each(testEngines)('a start from a snapshot, records on %s', (engine, open) => {
  let db: Database;
  let store: KnowledgeStore;
  let folder: string;
  let log: TestLog;
  let now: number;
  let textsRead: number;
  const opened: LiveIndex[] = [];

  beforeEach(async () => {
    db = await open();
    await db.migrate(knowledgeMigrations);
    store = createKnowledgeStore(db);
    folder = join(await mkdtemp(join(tmpdir(), 'docent-snapshot-')), 'index');
    log = createTestLog();
    now = 1_000;
    await store.begin(plan, 1, 'active');
    for (const name of ['walnut', 'almond', 'pecan']) await put(name, `The ${name} grows on a tree`);
  });

  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
    await db.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  const put = async (id: string, ...texts: readonly string[]) => {
    const vectors = texts.map((text, index) => ({
      key: text,
      vector: Float32Array.of(1, index, text.length, 0),
    }));
    await store.putVectors(plan.signature, vectors, now);
    await store.put(
      (await store.active())?.generation ?? 0,
      indexedArticle(id),
      texts.map(chunk),
      (now += 1),
    );
  };
  const withdraw = (id: string) => store.put(1, { ...indexedArticle(id), state: 'removed' }, [], (now += 1));

  /** A process that starts: `textsRead` counts the articles whose passages it has analysed. */
  const started = async (freeBytes = async () => 1e12) => {
    textsRead = 0;
    const counting: KnowledgeStore = {
      ...store,
      async *changedSince(generation, seq) {
        for await (const page of store.changedSince(generation, seq)) {
          textsRead += page.length;
          yield page;
        }
      },
    };
    const snapshots = createSnapshots({ folder, log, freeBytes });
    const index = createLiveIndex({ store: counting, yieldWhenIdle: createYieldWhenIdle(), log, snapshots });
    opened.push(index);
    await index.follow();
    return index;
  };
  const saved = async () => {
    const index = await started();
    await index.save();
    return index;
  };
  const find = async ({ index }: LiveIndex, keyword: string) =>
    (await index.search({ keyword, limit: 9 })).hits.map(({ articleId }) => articleId);
  const everything = async ({ index, heads }: LiveIndex) => {
    const { hits } = await index.retrieve({
      question: 'Which tree does the almond grow on?',
      queryVector: Float32Array.of(1, 0, 27, 0),
    });
    return {
      articles: [...(heads.inMemory?.values() ?? [])].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      stats: { ...(await index.stats()), bytes: 0 },
      hits: hits.map(({ articleId, score }) => [articleId, score.toFixed(6)]),
    };
  };
  const path = () => join(folder, '1.snapshot');
  /** The result of a start without a snapshot. */
  const slowly = async () => {
    const index = createLiveIndex({ store, yieldWhenIdle: createYieldWhenIdle(), log });
    opened.push(index);
    await index.follow();
    return await everything(index);
  };

  test('RUN5: a pass ends after the current article when the service stops; the next start knows all', async () => {
    let isWatched = false;
    const stopping: KnowledgeStore = {
      ...store,
      async *changedSince(generation, seq) {
        for await (const page of store.changedSince(generation, seq)) {
          yield page.slice(0, 1);
          if (isWatched) index.stop();
          yield page.slice(1);
        }
      },
    };
    const snapshots = createSnapshots({ folder, log });
    const index = createLiveIndex({ store: stopping, yieldWhenIdle: createYieldWhenIdle(), log, snapshots });
    opened.push(index);
    await index.follow();
    await put('hazelnut', 'The hazelnut grows on a bush');
    await put('chestnut', 'The chestnut grows on a tree');
    isWatched = true;
    await index.follow();
    expect([...(index.heads.inMemory?.keys() ?? [])].toSorted()).toEqual([
      'almond',
      'hazelnut',
      'pecan',
      'walnut',
    ]);
    await index.save();
    const next = await started();
    expect(await find(next, 'hazelnut')).toEqual(['hazelnut']);
    expect(await find(next, 'chestnut')).toEqual(['chestnut']);
    expect(textsRead).toBe(1);

    const first = createLiveIndex({
      store: {
        ...store,
        async *changedSince(generation, seq) {
          for await (const page of store.changedSince(generation, seq)) {
            first.stop();
            yield page;
          }
        },
      },
      yieldWhenIdle: createYieldWhenIdle(),
      log,
    });
    opened.push(first);
    await first.follow();
    expect(first.heads.size).toBe(0);
    expect(log.warnings).toEqual([]);
  });

  test('IDX1: a start from a snapshot reads no text and finds the same', async () => {
    await saved();
    const index = await started();
    expect(textsRead).toBe(0);
    expect(await everything(index)).toEqual(await slowly());
    expect(await find(index, 'almond')).toEqual(['almond']);
    expect(log.warnings).toEqual([]);
  });

  test('IDX1: articles changed, added and withdrawn since the snapshot are applied', async () => {
    await saved();
    await put('almond', 'The almond is a stone fruit now');
    await put('cashew', 'The cashew hangs below its apple');
    await withdraw('pecan');
    const index = await started();
    expect(textsRead).toBe(3);
    expect(await find(index, 'stone')).toEqual(['almond']);
    expect(await find(index, 'apple')).toEqual(['cashew']);
    expect(await find(index, 'pecan')).toEqual([]);
    const [{ hits: _, ...own }, { hits: __, ...other }] = [await everything(index), await slowly()];
    expect(own).toEqual(other);
  });

  test('IDX1: has the passages in memory soon, for when the database is away', async () => {
    await saved();
    const index = await started();
    await expect.poll(() => index.texts.get('walnut')?.[0]?.text).toBe('The walnut grows on a tree');
  });

  test('IDX2: a snapshot is written after a change, readable by its owner only, and replaces the last one', async () => {
    const index = await saved();
    const first = await stat(path());
    expect(first.mode & 0o777).toBe(0o600);
    await index.save();
    expect((await stat(path())).ino).toBe(first.ino);
    await put('cashew', 'The cashew hangs below its apple');
    await index.follow();
    await index.save();
    expect((await stat(path())).ino).not.toBe(first.ino);
    expect(await readdir(folder)).toEqual(['1.snapshot']);
    await started();
    expect(textsRead).toBe(0);
  });

  test('IDX3: without a snapshot the texts are read', async () => {
    await started();
    expect(textsRead).toBe(3);
    expect(log.warnings).toEqual([]);
  });

  test('IDX3: a snapshot that is damaged in any section or truncated anywhere is not used', async () => {
    await saved();
    const whole = await readFile(path());
    const places = sectionsOf(whole).flatMap(({ at, length }) => (length > 0 ? [at, at + length - 1] : []));
    expect(places.length).toBeGreaterThan(30);
    // The file is read without the database: one engine tries all places, another one some.
    const tried = places.filter((_, nth) => engine === 'sqlite' || nth % 6 === 0);
    for (const place of [0, ...tried, whole.length - 10, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 0x55;
      await writeFile(path(), damaged);
      const index = await started();
      const isMark = place === 0;
      expect(textsRead, `byte ${place}`).toBe(isMark ? 0 : 3);
      expect(await find(index, 'pecan')).toEqual(['pecan']);
      await index.close();
    }
    for (const length of [0, 7, 20, Math.floor(whole.length / 2), whole.length - 1]) {
      await writeFile(path(), whole);
      await truncate(path(), length);
      const index = await started();
      expect(textsRead, `cut to ${length}`).toBe(3);
      expect(await find(index, 'pecan')).toEqual(['pecan']);
      await index.close();
    }
  });

  test.each([
    ['layout', 0],
    ['fingerprint', 'another'],
    ['endianness', 'XX'],
    ['signature', 'other@4'],
    ['chunking', 'other'],
    ['startedAt', 99],
  ])('IDX3: one of another %s is not used', async (key, value) => {
    await saved();
    await rewrite(path(), (about) => ({ ...about, [key]: value }));
    const index = await started();
    expect(textsRead).toBe(3);
    expect(await everything(index)).toEqual(await slowly());
    expect(log.warnings).toMatchObject([{ err: expect.stringContaining(`its ${key} is another one`) }]);
  });

  test('IDX3: a snapshot that is newer than a restored database is not used', async () => {
    await saved();
    await rewrite(path(), (about) => ({ ...about, seq: 1_000 }));
    const index = await started();
    expect(textsRead).toBe(3);
    expect(await everything(index)).toEqual(await slowly());
  });

  test('IDX3: a snapshot of another database with the same sequence numbers is not used', async () => {
    await saved();
    const other = await open();
    await other.migrate(knowledgeMigrations);
    const mine = store;
    store = createKnowledgeStore(other);
    await store.begin(plan, 1, 'active');
    for (const name of ['walnut', 'almond', 'pecan']) await put(name, `Another site speaks of the ${name}`);
    const index = await started();
    expect(textsRead).toBe(3);
    expect(await find(index, 'speaks')).toHaveLength(3);
    expect(log.warnings).toMatchObject([
      { message: expect.stringContaining('another state of the database') },
    ]);
    store = mine;
    await index.close();
    await other.close();
  });

  test('IDX3: a snapshot is not used when one of its articles is missing from the database without a record of its removal', async () => {
    await saved();
    const snapshots = createSnapshots({ folder, log });
    const missing: KnowledgeStore = {
      ...store,
      async *articlesOf(generation) {
        for await (const page of store.articlesOf(generation)) yield page.filter(({ id }) => id !== 'pecan');
      },
    };
    const index = createLiveIndex({ store: missing, yieldWhenIdle: createYieldWhenIdle(), log, snapshots });
    opened.push(index);
    await index.follow();
    expect(log.warnings).toHaveLength(1);
  });

  test('IDX3: a new generation starts without a snapshot, and its own replaces the old one', async () => {
    const index = await saved();
    const next = await store.begin({ ...plan, chunking: 'other' }, 2, 'building');
    await store.put(next.generation, indexedArticle('fig'), [chunk('The fig is new here')], (now += 1));
    await store.activate(next.generation, 3);
    await index.follow();
    expect(await find(index, 'fig')).toEqual(['fig']);
    expect(await find(index, 'walnut')).toEqual([]);
    await index.save();
    expect(await readdir(folder)).toEqual(['2.snapshot']);
    const restarted = await started();
    expect(textsRead).toBe(0);
    expect(await find(restarted, 'fig')).toEqual(['fig']);
  });

  test('KN4: a new generation takes the place of the old one article by article, in one index', async () => {
    const [first, next] = [
      await started(),
      await store.begin({ signature: 'n@2', chunking: 'other' }, 2, 'building'),
    ];
    const index = first.index;
    await store.putVectors(
      'n@2',
      ['fig', 'walnut'].map((key) => ({
        key: `The ${key} is new here`,
        vector: Float32Array.of(1, key.length),
      })),
      now,
    );
    for (const id of ['fig', 'walnut'])
      await store.put(next.generation, indexedArticle(id), [chunk(`The ${id} is new here`)], (now += 1));
    await store.activate(next.generation, 3);
    const stored = createTextLookup({
      live: {
        texts: { get: () => undefined },
        get renewing() {
          return first.renewing;
        },
      },
      store,
    });
    const seen: unknown[] = [];
    const replaceArticle = index.replaceArticle;
    Object.assign(index, {
      async replaceArticle(...[id, chunks]: Parameters<typeof replaceArticle>) {
        await replaceArticle(id, chunks);
        if (id !== 'fig') return;
        // In the middle: each article is found by the passages that the index has of it, and by words alone.
        const texts = [
          ...(await index.search({ keyword: 'fig', limit: 9 })).hits,
          ...(await index.search({ keyword: 'walnut', limit: 9 })).hits,
        ];
        const read = await stored.passages(
          1,
          texts.map(({ articleId, chunkId }) => ({ articleId, identity: chunkId })),
        );
        seen.push(
          read.map(({ chunk: one }) => one.text),
          first.generation?.signature,
        );
      },
    });
    await first.follow();
    expect(seen).toEqual([['The walnut grows on a tree', 'The fig is new here'], '']);
    expect(first.index).toBe(index);
    expect(first.generation).toMatchObject({ generation: 2, signature: 'n@2' });
    expect([...(first.heads.inMemory?.keys() ?? [])].toSorted()).toEqual(['fig', 'walnut']);
    expect(await index.stats()).toMatchObject({ articles: 2, chunks: 2, vectors: 2, dimensions: 2 });
    expect(await find(first, 'almond')).toEqual([]);
    expect(await find(first, 'walnut')).toEqual(['walnut']);
  });

  test('KN4: a failed swap of generations is retried', async () => {
    const index = await started();
    const next = await store.begin({ ...plan, chunking: 'other' }, 2, 'building');
    for (const id of ['fig', 'walnut'])
      await store.put(next.generation, indexedArticle(id), [chunk(`The ${id} is new here`)], (now += 1));
    await store.activate(next.generation, 3);
    const { replaceArticle } = index.index;
    const broken = async () => Promise.reject(new Error('the disk is away'));
    Object.assign(index.index, { replaceArticle: broken });
    await expect(index.follow()).rejects.toThrow('the disk is away');
    await index.save();
    expect(await find(index, 'almond')).toEqual(['almond']);
    Object.assign(index.index, { replaceArticle });
    await index.follow();
    expect(await find(index, 'fig')).toEqual(['fig']);
    expect(await find(index, 'almond')).toEqual([]);
    expect(index.generation?.generation).toBe(2);
  });

  test('IDX3: the unfinished file of a process that died is not read, and deleted later', async () => {
    await saved();
    const draft = join(folder, '1.snapshot.abcdef.tmp');
    await writeFile(draft, (await readFile(path())).subarray(0, 500));
    const index = await started();
    expect(textsRead).toBe(0);
    await put('cashew', 'The cashew hangs below its apple');
    await index.follow();
    await index.save();
    expect(await readdir(folder)).toHaveLength(2);
    await utimes(draft, 1, 1);
    await put('cashew', 'The cashew hangs there still');
    await index.follow();
    await index.save();
    expect(await readdir(folder)).toEqual(['1.snapshot']);
  });

  test('IDX4: a full disk or a folder that cannot be created only logs a warning', async () => {
    const index = await started(async () => 1_000);
    await index.save();
    expect(await readdir(folder)).toEqual([]);
    expect(await find(index, 'walnut')).toEqual(['walnut']);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    await (await started()).save();
    expect(log.warnings).toMatchObject([
      { err: expect.stringContaining('too little room') },
      { message: expect.stringContaining('cannot be used') },
      { message: expect.stringContaining('could not be written') },
    ]);
    expect(log.errors).toEqual([]);
  });
});

interface Table {
  readonly about: Readonly<Record<string, unknown>>;
  readonly sections: readonly { readonly name: string; readonly at: number; readonly length: number }[];
}

function tableOf(file: Buffer): { table: Table; at: number } {
  const at = file.length - 16 - file.readUInt32LE(file.length - 16);
  return { table: JSON.parse(file.subarray(at, file.length - 16).toString()) as Table, at };
}

const sectionsOf = (file: Buffer) => tableOf(file).table.sections;

/** Puts other head data into a snapshot, with a checksum that fits. */
async function rewrite(path: string, change: (about: Table['about']) => Table['about']): Promise<void> {
  const file = await readFile(path);
  const { table, at } = tableOf(file);
  const changed = Buffer.from(JSON.stringify({ ...table, about: change(table.about) }));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(changed.length, 0);
  tail.writeUInt32LE(crc32(changed), 4);
  await writeFile(path, Buffer.concat([file.subarray(0, at), changed, tail, file.subarray(-8)]));
}
