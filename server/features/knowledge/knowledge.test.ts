import { createTrace } from '../../kit/trace.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeHost, type FakeArticle } from '../../../test/fakes/host.ts';
import { createTestKnowledge } from '../../../test/fakes/knowledge.ts';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { ModelKind } from '../../ports/models.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

type Opened = Awaited<ReturnType<typeof createTestKnowledge>>;
let opened: Opened | undefined;

afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const topics = ['walnut', 'hazelnut', 'almond', 'cashew', 'pecan', 'pistachio'];
const article = (topic: string, more = ''): FakeArticle => ({
  id: topic,
  title: `The ${topic}`,
  text: `## Taste\n\nThe ${topic} tastes of autumn and keeps for months in a cool and dry place. It wants to be cracked with patience. Salt brings out what is sweet in the ${topic}, and honey what is bitter.\n\n## Tree\n\nThe tree of the ${topic} grows slowly and wants a warm valley with deep soil.${more}`,
});

async function start(script: FakeScript = { kinds: ['chat'] }, host: Partial<Host> = {}) {
  const site = createFakeHost(topics.map((topic) => article(topic)));
  const models = createFakeModels(script);
  opened = await createTestKnowledge({ host: { ...site, ...host }, models });
  await opened.knowledge.start();
  const { knowledge } = opened;
  return {
    ...opened,
    site,
    models,
    /** The articles that a keyword finds. */
    find: async (keyword: string) => (await knowledge.search(keyword, 20)).map(({ postId }) => postId),
  };
}

describe('a rebuild', () => {
  test('KN4: an article that cannot be read keeps the passages it had, and is shown as failed', async () => {
    const { site, find, rebuild, settled, call } = await start();
    site.breakArticle('almond', unavailable('The page is broken'), 2);
    await rebuild();
    await settled();
    expect(await find('almond')).toEqual(['almond']);
    expect(await call('stats')).toMatchObject({ indexedArticles: 5, failedArticles: 1, chunkCount: 12 });
  });

  test('KN4: when most articles fail, the old index serves on', async () => {
    const { site, find, rebuild, settled, store, call } = await start();
    const before = await store.active();
    for (const topic of topics.slice(0, 4)) site.breakArticle(topic, unavailable('The site is away'), 9);
    await rebuild();
    await settled();
    expect(await store.active()).toEqual(before);
    expect(await call('stats')).toMatchObject({ indexedArticles: 6, failedArticles: 0 });
    expect(await find('walnut')).toEqual(['walnut']);
  });

  test('KN26: what every article would fail with ends the rebuild at once, without a second try', async () => {
    const { site, find, rebuild, settled, store, call } = await start();
    const before = await store.active();
    const reason = explained('model_dimensions', { got: 384, asked: 1024, set: 384 });
    for (const topic of topics) site.breakArticle(topic, unavailable(reason), 1);
    await rebuild();
    await settled();
    expect(await store.active()).toEqual(before);
    expect(await call('stats')).toMatchObject({ indexedArticles: 6, failedArticles: 0 });
    expect(await find('walnut')).toEqual(['walnut']);
  });

  test('the index is not emptied when the host suddenly lists almost no articles', async () => {
    let listed = true;
    const site = createFakeHost(topics.map((topic) => article(topic)));
    const { find, rebuild, settled, store } = await start(undefined, {
      ...site,
      async *heads(signal) {
        if (listed) yield* site.heads(signal);
      },
    });
    const before = await store.active();
    listed = false;
    await rebuild();
    await settled();
    expect(await store.active()).toEqual(before);
    expect(await find('walnut')).toEqual(['walnut']);
  });

  test('PROD6: articles withdrawn or changed during a rebuild are withdrawn or changed in the new index', async () => {
    const gate = Promise.withResolvers<void>();
    const site = createFakeHost(topics.map((topic) => article(topic)));
    let held = false;
    const { find, rebuild, settled } = await start(undefined, {
      ...site,
      async article(id, signal) {
        const found = await site.article(id, signal);
        if (held && id === 'pistachio') await gate.promise;
        return found;
      },
    });
    held = true;
    await rebuild();
    site.unpublish('walnut');
    site.publish(article('hazelnut', ' Squirrels love it.'));
    gate.resolve();
    await settled();
    expect(await find('walnut')).not.toContain('walnut');
    expect(await find('squirrels')).toEqual(['hazelnut']);
  });

  test('KN4: searches always find results while indexes are swapped and articles change', async () => {
    const { site, find, rebuild, settled, retrieve } = await start();
    let searches = 0;
    let ended = false;
    const reader = async () => {
      while (!ended) {
        expect(await find('walnut')).toEqual(['walnut']);
        expect((await retrieve('Where does the tree of the almond grow?')).passages.length).toBeGreaterThan(
          0,
        );
        searches += 1;
        // The database answers at once; without this the rebuild would never get to run.
        await yieldToEventLoop();
      }
    };
    const readers = Promise.all(Array.from({ length: 8 }, reader));
    for (let round = 0; round < 5; round += 1) {
      await rebuild();
      site.publish(article('pecan', ` Round ${round}.`));
      await settled();
    }
    ended = true;
    await readers;
    expect(searches).toBeGreaterThan(20);
  });
});

describe('vectors', () => {
  test('PROD5: a new embedding model starts a rebuild automatically; its cost is shown before and during the rebuild', async () => {
    const { models, config, call, settled, store } = await start({ dimensions: 16 });
    const texts = () => models.calls.embedding.flatMap((made) => made.texts).length;
    expect(await call('stats')).not.toHaveProperty('estimatedTokens');
    const [passages, before] = [texts(), await store.active()];
    const other = { ...models.list('embedding')[0], name: 'other' };
    const known = models.list.bind(models);
    Object.assign(models, {
      list: (kind?: ModelKind) => (kind === 'embedding' ? [...known(kind), other] : known(kind)),
      embed: async ({ texts: asked }: { texts: readonly string[] }) => {
        await gate.promise;
        return { vectors: asked.map(() => new Float32Array(16).fill(0.25)), usage: {} };
      },
    });
    const gate = Promise.withResolvers<void>();
    await config.save({ models: { aiFoundationEmbeddingModelName: 'other' } });
    await expect
      .poll(() => call('stats'))
      .toMatchObject({ status: 'indexing', embedding: 'fake-embedding@16', plannedEmbedding: 'other@16' });
    const { estimatedTokens } = await call<{ estimatedTokens: number }>('stats');
    const chunks = (await store.chunksOf(before?.generation ?? 0, topics)).values();
    expect(estimatedTokens).toBe([...chunks].flat().reduce((sum, { tokens }) => sum + tokens, 0));
    gate.resolve();
    await settled();
    expect(await call('stats')).toMatchObject({ embedding: 'other@16', failedArticles: 0 });
    expect(await call('stats')).not.toHaveProperty('estimatedTokens');
    // Going back costs nothing: the vectors of the first model are still there.
    await config.save({ models: { aiFoundationEmbeddingModelName: '' } });
    await expect.poll(() => call('stats')).toMatchObject({ status: 'idle', embedding: 'fake-embedding@16' });
    expect(texts()).toBe(passages);
  });

  test('vectors are kept when their model is disconnected; keyword retrieval works meanwhile', async () => {
    const { models, config, retrieve, store } = await start();
    const before = await store.active();
    Object.assign(models, { list: () => [], defaultOf: () => undefined });
    models.fail('embedding', unavailable('Not connected'), 9);
    await config.save({ retrieval: { topN: 4 } });
    await expect
      .poll(async () => (await retrieve('Which valley does the walnut want?')).passages.length)
      .toBeGreaterThan(0);
    expect([await store.active(), await store.building()]).toEqual([before, undefined]);
  });

  test('KN4: a failed embedding is retried without extracting keywords again', async () => {
    const { models, config, settled, call, rebuild } = await start({ chat: () => 'one, two' });
    await config.save({ chunking: { autoKeywords: true } });
    await rebuild();
    await expect.poll(async () => (await call<{ keywordChunks: number }>('stats')).keywordChunks).toBe(12);
    const asked = models.calls.chat.length;
    models.fail('embedding', unavailable('No vectors now'), 1);
    // Other texts than before, so that vectors are needed again.
    await settled();
    await config.save({ chunking: { chunkSize: 100, minChunkSize: 0 } });
    await rebuild();
    const counted = async () => (await call<{ chunkCount: number }>('stats')).chunkCount;
    await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThan(12);
    await settled();
    const { chunkCount, failedArticles } = await call<{ chunkCount: number; failedArticles: number }>(
      'stats',
    );
    expect(failedArticles).toBe(0);
    expect(models.calls.chat.length - asked).toBe(chunkCount);
  }, 10_000);
});

test('KN9: while the first index is built, waiting articles are listed as not indexed', async () => {
  const gate = Promise.withResolvers<void>();
  const site = createFakeHost(topics.map((topic) => article(topic)));
  opened = await createTestKnowledge({
    host: { ...site, article: async (id) => (await gate.promise, site.article(id)) },
  });
  const { knowledge, store } = opened;
  const started = knowledge.start();
  await expect.poll(async () => (await store.heads(1)).size).toBe(6);
  expect([...(await store.heads(1)).values()].every(({ state }) => state === 'waiting')).toBe(true);
  expect(knowledge.ready).toBe(false);
  gate.resolve();
  await started;
  expect(knowledge.ready).toBe(true);
  expect([...(knowledge.heads.inMemory?.values() ?? [])].every(({ state }) => state === 'indexed')).toBe(
    true,
  );
});

test('RUN1: what is read already is found, and of the rest nobody says that the site lacks it', async () => {
  const gate = Promise.withResolvers<void>();
  const site = createFakeHost(topics.map((topic) => article(topic)));
  opened = await createTestKnowledge({
    host: { ...site, article: async (id) => (id !== 'walnut' && (await gate.promise), site.article(id)) },
  });
  const { knowledge } = opened;
  const { signal } = new AbortController();
  const search = (word: string) => knowledge.search(word, 5, signal);
  const ask = (question: string) =>
    knowledge.retrieve({ question, history: [], trace: createTrace(() => 0), signal });
  const reading = { details: { code: 'INDEXING', retryAfterSeconds: 15 } };
  const started = knowledge.start();
  await expect
    .poll(async () => {
      await knowledge.follow();
      return (await search('walnut').catch(() => [])).length;
    })
    .toBe(1);
  expect((await ask('Where does the walnut grow?')).passages.length).toBeGreaterThan(0);
  await expect(search('zebrafish')).rejects.toMatchObject(reading);
  await expect(ask('Where does the zebrafish swim?')).rejects.toMatchObject(reading);
  gate.resolve();
  await started;
  expect(await search('zebrafish')).toEqual([]);
  expect((await ask('Where does the zebrafish swim?')).evidence.level).toBe('not_covered');
});
