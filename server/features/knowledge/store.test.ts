import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import type { Database } from '../../kit/database.ts';
import type { ArticleHead } from '../../ports/host.ts';
import {
  createKnowledgeStore,
  knowledgeMigrations,
  type ArticleEntry,
  type KnowledgeStore,
  type StoredChunk,
} from './store.ts';
import { retiredAloneForMs, retiredForMs, vectorsKeptMs } from './store/garbage.ts';
import type { KnowledgeTables } from './store/tables.ts';

const plan = { signature: 'm@4', chunking: 'c' };

const head = (id: string): ArticleHead => ({
  id,
  revision: `r-${id}`,
  title: `Title of ${id}`,
  url: `/${id}`,
  tags: [{ name: '标签', slug: 'tag' }],
  categories: [],
  publishedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '',
  visits: null,
  excerpt: '',
  excerptIsManual: false,
  visibility: 'public',
});

const entry = (id: string, more: Partial<ArticleEntry> = {}): ArticleEntry => {
  const { excerptIsManual: _, visibility: __, ...rest } = head(id);
  return { ...rest, state: 'indexed', contentHash: `h-${id}`, error: '', ...more };
};

const chunk = (index: number, more: Partial<StoredChunk> = {}): StoredChunk => ({
  identity: `i${index}`,
  index,
  text: `text ${index}`,
  headingPath: ['A', '乙'],
  anchor: 'a',
  tokens: 10,
  keywords: index === 0 ? ['coffee'] : [],
  vectorKey: `v${index}`,
  ...more,
});

const chunks = (count: number) => Array.from({ length: count }, (_, index) => chunk(index));

describe.each(testEngines)('records of the index on %s', (_, open) => {
  let db: Database;
  let store: KnowledgeStore;

  beforeEach(async () => {
    db = await open();
    await db.migrate(knowledgeMigrations);
    store = createKnowledgeStore(db);
  });
  afterEach(() => db.close());

  const changes = async (generation: number, seq = 0) => {
    const found = [];
    for await (const page of store.changedSince(generation, seq)) found.push(...page);
    return found;
  };
  const sweep = async (now: number, served?: number) => {
    let rows = 0;
    for await (const gone of store.sweep(now, served)) rows += gone;
    return rows;
  };

  describe('an article and its passages', () => {
    test('are read as they were written, passages in reading order', async () => {
      const texts = [chunk(1, { text: "漢字 🙂 “quotes” %_'" }), chunk(0)];
      await store.put(1, entry('a', { visits: 7, excerpt: 'short' }), texts, 5);
      expect(await store.article(1, 'a')).toMatchObject({
        ...entry('a'),
        visits: 7,
        excerpt: 'short',
        chunkCount: 2,
        keywordChunks: 1,
        indexedAt: 5,
      });
      expect((await store.chunksOf(1, ['a', 'b'])).get('a')).toEqual([chunk(0), texts[0]]);
      expect((await store.chunksOf(1, ['a', 'b'])).get('b')).toEqual([]);
      expect(await store.article(2, 'a')).toBeUndefined();
    });

    test('writing an article again replaces its passages; without passages they stay', async () => {
      await store.put(1, entry('a'), chunks(120), 1);
      await store.put(1, entry('a', { title: 'Other' }), undefined, 2);
      expect(await store.article(1, 'a')).toMatchObject({ title: 'Other', chunkCount: 120 });
      await store.put(1, entry('a'), chunks(2), 3);
      expect((await store.chunksOf(1, ['a'])).get('a')).toHaveLength(2);
    });

    test('article and passages are written together or not at all', async () => {
      await store.put(1, entry('a'), chunks(2), 1);
      await expect(store.put(1, entry('a', { title: 'Half' }), [chunk(0), chunk(0)], 2)).rejects.toThrow();
      expect(await store.article(1, 'a')).toMatchObject({ title: 'Title of a', chunkCount: 2 });
      expect((await store.chunksOf(1, ['a'])).get('a')).toHaveLength(2);
    });

    test('a NUL character in any text does no harm', async () => {
      await store.put(
        1,
        entry('a', { title: 'T\0', error: 'e\0' }),
        [chunk(0, { text: 'te\0xt', anchor: '\0' })],
        1,
      );
      expect(await store.article(1, 'a')).toMatchObject({ title: 'T', error: 'e' });
    });

    test('passages are found by their identity within the article', async () => {
      await store.put(1, entry('a'), chunks(3), 1);
      await store.put(1, entry('b'), chunks(3), 1);
      const found = await store.passages(1, [
        { articleId: 'a', identity: 'i2' },
        { articleId: 'b', identity: 'i0' },
        { articleId: 'b', identity: 'nobody' },
      ]);
      expect(
        found.map(({ articleId, chunk: { identity } }) => `${articleId} ${identity}`).toSorted(),
      ).toEqual(['a i2', 'b i0']);
      expect(await store.passages(1, [])).toEqual([]);
    });
  });

  describe('following changes', () => {
    test('each change is delivered once and in order, from any sequence number', async () => {
      for (const id of ['a', 'b', 'c']) await store.put(1, entry(id), chunks(1), 1);
      await store.put(1, entry('a'), chunks(2), 2);
      const all = await changes(1);
      expect(all.map(({ article, chunks: own }) => `${article.id}:${own.length}`)).toEqual([
        'b:1',
        'c:1',
        'a:2',
      ]);
      expect((await changes(1, all[0]?.article.seq)).map(({ article }) => article.id)).toEqual(['c', 'a']);
      expect(await changes(1, all.at(-1)?.article.seq)).toEqual([]);
      expect(await changes(2)).toEqual([]);
    });

    test('parallel writers never hide a change from a follower', async () => {
      const seen = new Set<string>();
      let seq = 0;
      const follow = async () => {
        for (const { article } of await changes(1, seq)) {
          expect(article.seq).toBeGreaterThan(seq);
          seq = article.seq;
          seen.add(article.id);
        }
      };
      const writers = Promise.all(
        Array.from({ length: 5 }, async (_, writer) => {
          for (let nth = 0; nth < 10; nth += 1) await store.put(1, entry(`${writer}-${nth}`), chunks(1), 1);
        }),
      );
      while (seen.size < 25) await follow();
      await writers;
      await follow();
      expect(seen.size).toBe(50);
    });

    test('more articles than a page holds are all read', async () => {
      await store.announce(
        1,
        Array.from({ length: 450 }, (_, index) => head(`n${index}`)),
        1,
      );
      const found = await changes(1);
      expect(new Set(found.map(({ article }) => article.id)).size).toBe(450);
      expect(new Set(found.map(({ article }) => article.seq)).size).toBe(450);
    });

    test('announced articles are waiting; known articles keep their state', async () => {
      await store.put(1, entry('a'), chunks(2), 1);
      await store.announce(1, [head('a'), head('b')], 2);
      expect(await store.article(1, 'a')).toMatchObject({ state: 'indexed', chunkCount: 2 });
      expect(await store.article(1, 'b')).toMatchObject({
        state: 'waiting',
        chunkCount: 0,
        title: 'Title of b',
      });
    });
  });

  test('blocks are written with the passages or not at all, and go with them', async () => {
    const blocks = (markdown: string) => [
      { kind: 'paragraph' as const, markdown, headingPath: [], anchor: '' },
    ];
    const written = async () => (await store.blocksOf(1, ['a'])).get('a')?.map(({ markdown }) => markdown);
    await store.put(1, { ...entry('a'), blocks: blocks('one') }, chunks(2), 1);
    expect(await written()).toEqual(['one']);
    const twice = [chunk(1), chunk(1)];
    await expect(store.put(1, { ...entry('a'), blocks: blocks('two') }, twice, 2)).rejects.toThrow();
    await store.put(1, entry('a', { title: 'Other' }), undefined, 3);
    expect(await written()).toEqual(['one']);
    await store.put(1, entry('a', { state: 'removed' }), [], 4);
    expect(await written()).toBeUndefined();
  });

  test('DB11: blocks that write the escape of NUL keep it, NUL itself is left out, and unreadable blocks are none', async () => {
    const markdown = 'The character \\u0000 ends a string in C.';
    const blocks = [{ kind: 'paragraph' as const, markdown: `${markdown}\0`, headingPath: [], anchor: '' }];
    await store.put(1, { ...entry('a'), blocks }, chunks(1), 1);
    await store.put(1, { ...entry('b'), blocks }, [chunk(1)], 1);
    await db.query
      .withTables<KnowledgeTables>()
      .updateTable('article_blocks')
      .set({ blocks: '[{"markdown":"\\ "}]' })
      .where('article_id', '=', 'b')
      .execute();
    const written = await store.blocksOf(1, ['a', 'b']);
    expect([...written].map(([id, [first]]) => [id, first?.markdown])).toEqual([['a', markdown]]);
  });

  test('counts exclude withdrawn articles and include those without keywords', async () => {
    await store.put(1, entry('a'), chunks(3), 1);
    await store.put(1, entry('b'), [chunk(1)], 1);
    await store.put(1, entry('c', { state: 'failed' }), undefined, 1);
    await store.put(1, entry('d', { state: 'removed' }), [], 1);
    await store.announce(1, [head('e')], 1);
    expect(await store.counts(1)).toEqual({
      articles: 2,
      failed: 1,
      waiting: 1,
      chunks: 4,
      keywordChunks: 1,
      withoutKeywords: 1,
    });
    expect(await store.counts(9)).toEqual({
      articles: 0,
      failed: 0,
      waiting: 0,
      chunks: 0,
      keywordChunks: 0,
      withoutKeywords: 0,
    });
  });

  describe('generations', () => {
    test('KN4: one serves while the next is built, then they swap in one step', async () => {
      expect(await store.active()).toBeUndefined();
      const first = await store.begin(plan, 1, 'active');
      const next = await store.begin({ ...plan, signature: 'n@8' }, 2, 'building');
      expect([await store.active(), await store.building()]).toEqual([first, next]);
      expect([await store.signatureOf(first.generation), await store.signatureOf(next.generation)]).toEqual([
        'm@4',
        'n@8',
      ]);
      await store.activate(next.generation, 3);
      expect([await store.active(), await store.building()]).toEqual([{ ...next, isWhole: true }, undefined]);
    });

    test('an abandoned generation never serves, and the old one goes on', async () => {
      const first = await store.begin(plan, 1, 'active');
      const next = await store.begin(plan, 2, 'building');
      await store.abandon(next.generation, 3);
      await expect(store.activate(next.generation, 4)).rejects.toMatchObject({ code: 'conflict' });
      expect([await store.active(), await store.building()]).toEqual([first, undefined]);
      await store.abandon(first.generation, 5);
      expect(await store.active()).toEqual(first);
    });
  });

  describe('vectors', () => {
    const vector = (...values: number[]) => Float32Array.from(values);

    test('are read bit for bit, by model; a second vector for the same text changes nothing', async () => {
      const odd = vector(1.1, -0, 3e-40, 1e30);
      await store.putVectors(
        'm@4',
        [
          { key: 'v0', vector: odd },
          { key: 'v1', vector: vector(1, 2, 3, 4).subarray(0, 4) },
        ],
        1,
      );
      await store.putVectors('m@4', [{ key: 'v0', vector: vector(9, 9, 9, 9) }], 2);
      const found = await store.vectors('m@4', ['v0', 'v1', 'v2']);
      expect([...found.keys()].toSorted()).toEqual(['v0', 'v1']);
      expect([...(found.get('v0') ?? [])].map((value) => (Object.is(value, -0) ? '-0' : value))).toEqual(
        [...odd].map((value) => (Object.is(value, -0) ? '-0' : value)),
      );
      expect((await store.vectors('n@4', ['v0'])).size).toBe(0);
    });

    test('all vector keys of a large index can be read in one call', async () => {
      const many = Array.from({ length: 1_200 }, (_, index) => ({ key: `k${index}`, vector: vector(index) }));
      await store.putVectors('m@1', many, 1);
      const found = await store.vectors(
        'm@1',
        many.map(({ key }) => key),
      );
      expect(found.size).toBe(1_200);
      expect(found.get('k777')).toEqual(vector(777));
    });

    test('the cost of a model is that of the passages without its vector', async () => {
      await store.put(1, entry('a'), chunks(3), 1);
      await store.put(1, entry('b'), [chunk(7)], 1);
      expect(await store.tokensWithoutVector(1, 'm@4')).toBe(40);
      await store.putVectors(
        'm@4',
        [
          { key: 'v1', vector: vector(1) },
          { key: 'v7', vector: vector(1) },
        ],
        1,
      );
      expect(await store.tokensWithoutVector(1, 'm@4')).toBe(20);
      expect(await store.tokensWithoutVector(1, 'n@4')).toBe(40);
      expect(await store.tokensWithoutVector(2, 'm@4')).toBe(0);
    });
  });

  describe('sweeping', () => {
    const dayMs = 24 * 60 * 60_000;

    /** A retired generation of 50 articles and a serving one, both with vectors of their model. */
    async function swapped(signature = 'm@4') {
      const old = await store.begin(plan, 1, 'active');
      for (let nth = 0; nth < 50; nth += 1)
        await store.put(old.generation, entry(`a${nth}`), [chunk(nth)], 1);
      const next = await store.begin({ signature, chunking: 'other' }, 2, 'building');
      await store.put(next.generation, entry('a0'), [chunk(0)], 2);
      for (const model of ['m@4', signature]) {
        await store.putVectors(
          model,
          Array.from({ length: 50 }, (_, nth) => ({ key: `v${nth}`, vector: Float32Array.of(nth) })),
          1,
        );
      }
      await store.activate(next.generation, 1_000);
      return { old, next: { ...next, isWhole: true } };
    }
    const vectorsLeft = async (signature: string) =>
      (
        await store.vectors(
          signature,
          chunks(50).map(({ vectorKey }) => vectorKey),
        )
      ).size;

    test('a retired generation is kept while processes may still read it, then deleted as a whole', async () => {
      const { old, next } = await swapped();
      await sweep(1_000 + retiredForMs - 1);
      expect((await store.chunksOf(old.generation, ['a1'])).get('a1')).toHaveLength(1);
      expect(await sweep(1_000 + retiredForMs)).toBeGreaterThanOrEqual(50);
      expect((await changes(old.generation)).length).toBe(0);
      expect((await store.chunksOf(old.generation, ['a1'])).get('a1')).toEqual([]);
      expect((await store.chunksOf(next.generation, ['a0'])).get('a0')).toHaveLength(1);
      expect(await store.active()).toEqual(next);
      expect(await sweep(1_000 + retiredForMs)).toBe(0);
    });

    test('KN29: where one process alone has the database, the former generation goes soon after that process serves the next', async () => {
      const { old, next } = await swapped();
      expect(await sweep(1_000 + retiredAloneForMs, old.generation)).toBe(0);
      expect(await sweep(1_000 + retiredAloneForMs - 1, next.generation)).toBe(0);
      expect(await sweep(1_000 + retiredAloneForMs, next.generation)).toBeGreaterThanOrEqual(50);
      expect((await store.chunksOf(old.generation, ['a1'])).get('a1')).toEqual([]);
      expect((await store.chunksOf(next.generation, ['a0'])).get('a0')).toHaveLength(1);
    });

    test('vectors without a passage are deleted after a day, the others stay', async () => {
      await swapped();
      await sweep(dayMs - 1);
      expect(await vectorsLeft('m@4')).toBe(50);
      await sweep(2 * dayMs);
      expect(await vectorsLeft('m@4')).toBe(1);
    });

    test('vectors of a model that is no longer used are kept for a week: coming back costs nothing', async () => {
      await swapped('n@8');
      await sweep(2 * dayMs);
      expect([await vectorsLeft('m@4'), await vectorsLeft('n@8')]).toEqual([1, 1]);
      await sweep(1_000 + vectorsKeptMs);
      expect([await vectorsLeft('m@4'), await vectorsLeft('n@8')]).toEqual([0, 1]);
    });

    test('nothing is deleted of a generation that is being built', async () => {
      await store.begin(plan, 1, 'active');
      const next = await store.begin({ signature: 'n@8', chunking: 'c' }, 2, 'building');
      await store.put(next.generation, entry('a'), chunks(3), 2);
      await store.putVectors('n@8', [{ key: 'v0', vector: Float32Array.of(1) }], 2);
      expect(await sweep(100 * dayMs)).toBe(0);
      expect((await store.chunksOf(next.generation, ['a'])).get('a')).toHaveLength(3);
      expect((await store.vectors('n@8', ['v0'])).size).toBe(1);
    });
  });
});
