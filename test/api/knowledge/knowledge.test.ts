import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { unavailable } from '../../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../../fakes/models.ts';
import { framesOf } from '../frames.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start(script: FakeScript = { kinds: ['chat'] }) {
  const host = createFakeHost(articles);
  const models = createFakeModels(script);
  app = await createTestApp({ host, models });
  const { inject } = app;
  const get = async <T = Record<string, unknown>>(path: string) =>
    (await inject({ url: `${consolePrefix}/knowledge${path}`, headers: asAdmin })).json<T>();
  return {
    app,
    host,
    models,
    get,
    post: async (path: string) =>
      (await inject({ method: 'POST', url: `${consolePrefix}/knowledge${path}`, headers: asAdmin })).json<
        Record<string, unknown>
      >(),
    watch: async (path: string) =>
      framesOf((await inject({ url: `${consolePrefix}/knowledge${path}`, headers: asAdmin })).body).flatMap(
        (frame) => (frame.event === 'progress' ? [frame.data] : []),
      ),
    save: (groups: unknown) =>
      inject({
        method: 'POST',
        url: `${consolePrefix}/config/save`,
        headers: { 'content-type': 'application/json', ...asAdmin },
        payload: JSON.stringify(groups),
      }),
    titles: async () =>
      (await get<{ articles: { postName: string }[] }>('/articles')).articles
        .map((article) => article.postName)
        .toSorted(),
  };
}

describe('what the index holds', () => {
  test('KN1, KN7, KN8: counts of public articles and their passages', async () => {
    const { get } = await start();
    const stats = await get('/stats');
    expect(stats).toMatchObject({
      status: 'idle',
      indexedArticles: 3,
      failedArticles: 0,
      keywordChunks: 0,
      totalArticles: 3,
    });
    expect(stats['chunkCount']).toBeGreaterThanOrEqual(3);
    expect(await get('/sidebar-stats')).toMatchObject({
      indexed: 3,
      failed: 0,
      enhancementActive: 0,
      enhancementTotal: 4,
    });
  });

  test('KN9: the list filters, orders and pages; without a size it is whole', async () => {
    const { get } = await start();
    expect(await get('/articles')).toMatchObject({
      totalArticles: 3,
      indexedArticles: 3,
      failedArticles: 0,
      notIndexedArticles: 0,
    });
    expect(await get('/articles?keyword=COFFEE')).toMatchObject({
      total: 1,
      articles: [{ postName: 'coffee', status: 'indexed' }],
    });
    const pages = await Promise.all(
      [1, 2, 9].map((page) => get<{ articles: unknown[] }>(`/articles?size=2&page=${page}`)),
    );
    expect(pages.map((page) => page.articles.length)).toEqual([2, 1, 0]);
    expect(await get('/articles?status=failed')).toMatchObject({ total: 0 });
  });

  test('KN10: passages in reading order with their headings; none for an unknown article', async () => {
    const { get } = await start();
    const { chunks } = await get<{
      chunks: { chunkIndex: number; content: string; headingPath: string[]; tokens: number }[];
    }>('/articles/coffee/chunks');
    expect(chunks.map((chunk) => chunk.chunkIndex)).toEqual(chunks.map((_, index) => index));
    expect(
      chunks.some((chunk) => chunk.headingPath.includes('Ratio') && chunk.content.includes('60 grams')),
    ).toBe(true);
    expect(chunks.every((chunk) => chunk.tokens > 0)).toBe(true);
    expect(await get('/articles/nobody/chunks')).toEqual({ postName: 'nobody', chunks: [] });
  });

  test('KN16, PROD6: a new, a changed and a withdrawn article show by themselves', async () => {
    const { host, get, titles } = await start();
    host.publish({ id: 'new', text: 'Something new about walnuts.' });
    await expect.poll(titles).toEqual(['bicycle', 'coffee', 'new', 'tea']);
    host.publish({ id: 'new', text: 'Something else about hazelnuts.' });
    await expect.poll(async () => JSON.stringify(await get('/articles/new/chunks'))).toContain('hazelnuts');
    host.unpublish('new');
    await expect.poll(titles).toEqual(['bicycle', 'coffee', 'tea']);
  });
});

describe('one article', () => {
  test('KN11, KN12: rebuilt on request, and watched through its stages', async () => {
    const { post, watch } = await start();
    expect(await post('/reindex-post/coffee')).toMatchObject({
      success: true,
      chunkCount: expect.any(Number),
    });
    const frames = await watch('/reindex-post/coffee/progress');
    expect(frames.map((frame) => frame['stage'])).toEqual([
      'fetching_content',
      'chunking',
      'embedding',
      'done',
    ]);
    expect(frames.at(-1)).toMatchObject({ percent: 100, error: '' });
  });

  test('KN12: the stage of keywords is shown when a model is asked for them', async () => {
    const { host, models, save, watch } = await start({ kinds: ['chat'], chat: () => 'walnut, harvest' });
    await save({ chunking: { autoKeywords: true } });
    host.publish({ id: 'coffee', title: 'Brewing coffee', text: 'Ninety grams for each litre of water.' });
    const frames = await watch('/reindex-post/coffee/progress');
    expect(frames.map((frame) => [frame['stage'], frame['percent']])).toContainEqual(['keywords', 20]);
    expect(models.calls.chat.length).toBeGreaterThan(0);
  });

  test('KN12, KN15: an unknown article ends with an error and leaves no lock', async () => {
    const { post, watch } = await start();
    expect(await post('/reindex-post/nobody')).toEqual({
      success: false,
      message: expect.stringContaining('not found'),
    });
    expect(await watch('/reindex-post/nobody/progress')).toEqual([
      { stage: 'error', error: expect.stringContaining('not found'), chunks: 0, percent: 0 },
    ]);
    expect(await post('/reindex-post/coffee')).toMatchObject({ success: true });
  });

  test('KN14: cleared, it stays out until it changes', async () => {
    const { host, get, post } = await start();
    expect(await post('/clear-post/coffee')).toMatchObject({ success: true });
    expect(await post('/clear-post/nobody')).toMatchObject({ success: true });
    expect(await get('/articles?keyword=coffee')).toMatchObject({
      articles: [{ status: 'not_indexed', chunkCount: 0 }],
    });
    host.publish({ id: 'other', text: 'Another crawl is due.' });
    await expect.poll(async () => (await get('/stats'))['totalArticles']).toBe(4);
    expect(await get('/articles?keyword=coffee')).toMatchObject({ articles: [{ status: 'not_indexed' }] });
    host.publish({ id: 'coffee', title: 'Brewing coffee again', text: 'Ninety grams.' });
    await expect
      .poll(() => get('/articles?keyword=coffee'))
      .toMatchObject({ articles: [{ status: 'indexed' }] });
  });
});

describe('the full rebuild', () => {
  test('KN2, KN5, KN6: started once, watched to its end, and idle for who comes later', async () => {
    const { post, watch, get } = await start();
    expect(await post('/reindex')).toMatchObject({ status: 'started' });
    const frames = await watch('/reindex/progress');
    expect(frames.at(-1)).toMatchObject({
      phase: 'completed',
      percentage: 100,
      totalArticles: 3,
      successArticles: 3,
      failedArticles: 0,
      errorMessage: null,
    });
    expect((await watch('/reindex/progress')).map((frame) => frame['phase'])).toEqual(['idle']);
    expect(await get('/stats')).toMatchObject({ status: 'idle', indexedArticles: 3 });
  });

  test('KN4: one bad article is tried again, reported and left out', async () => {
    const { host, post, watch, get } = await start();
    host.breakArticle('tea', unavailable('The page is broken'), 99);
    await post('/reindex');
    expect((await watch('/reindex/progress')).at(-1)).toMatchObject({
      phase: 'completed',
      successArticles: 2,
      failedArticles: 1,
    });
    expect(await get('/articles?status=failed')).toMatchObject({
      total: 1,
      articles: [{ postName: 'tea', error: 'The page is broken' }],
    });
  });

  test('KN2, KN3, KN14: while it runs, another one attaches and single articles wait', async () => {
    const { post, save } = await start({
      chat: () =>
        (async function* () {
          await new Promise((resolve) => setTimeout(resolve, 200));
          yield { type: 'text' as const, text: 'a, b' };
        })(),
    });
    await save({ chunking: { autoKeywords: true } });
    await expect.poll(async () => (await post('/reindex'))['status']).toBe('already_indexing');
    expect(await post('/clear-post/coffee')).toMatchObject({ success: false });
    expect(await post('/reindex-post/coffee')).toMatchObject({ success: false });
  });

  test('KN19: other chunking settings wait for a rebuild that is asked for, and say what it will cost', async () => {
    const { models, host, get, post, save } = await start({ dimensions: 16 });
    host.publish({
      id: 'long',
      text: Array.from({ length: 60 }, (_, index) => `Sentence number ${index} says a little more.`).join(
        ' ',
      ),
    });
    const section = (_: unknown, index: number) =>
      `## Bean ${index}\n\nBean ${index} wants a place in the sun, water in the morning and a stick to climb on.`;
    host.publish({ id: 'sections', text: Array.from({ length: 80 }, section).join('\n\n') });
    const chunksOf = async (id: string) =>
      (await get<{ chunks: unknown[] }>(`/articles/${id}/chunks`)).chunks.length;
    const chunks = () => chunksOf('long');
    await expect.poll(chunks).toBeGreaterThan(2);
    await expect.poll(() => chunksOf('sections')).toBeGreaterThan(40);
    const before = await chunks();
    expect(await get('/stats')).toMatchObject({ outdated: false });
    const paid = models.calls.embedding.length;
    await save({ chunking: { chunkSize: 200 } });
    const { rebuild, ...stats } = await get<{ outdated: boolean; rebuild: Record<string, number> }>('/stats');
    expect(stats).toMatchObject({ outdated: true, status: 'idle' });
    expect(rebuild).toMatchObject({ keywordCalls: 0, estimatedTokens: expect.any(Number) });
    const { passages = 0 } = rebuild;
    expect(passages).toBeGreaterThan(before);
    expect(rebuild['embeddingCalls']).toBeGreaterThan(0);
    expect([await chunks(), models.calls.embedding.length]).toEqual([before, paid]);
    expect(await post('/reindex')).toMatchObject({ status: 'started' });
    await expect.poll(chunks, { timeout: 30_000 }).toBeGreaterThan(before);
    await expect.poll(() => get('/stats')).toMatchObject({ outdated: false, status: 'idle' });
    expect(models.calls.embedding.length).toBeGreaterThan(paid);
    const { chunkCount } = await get<{ chunkCount: number }>('/stats');
    expect(passages / chunkCount).toBeGreaterThan(0.85);
    expect(passages / chunkCount).toBeLessThan(1.2);
  });

  test('KN20, KN21: unsaved settings show how they cut an article, free of charge; nothing runs that could be cancelled', async () => {
    const { app: opened, models, host, get, post } = await start({ dimensions: 16 });
    host.publish({ id: 'long', text: '# Roasts\n\n' + 'A sentence about beans and heat. '.repeat(40) });
    await expect.poll(async () => (await get('/stats'))['totalArticles']).toBe(4);
    const paid = models.calls.embedding.length;
    const preview = async (name: string, chunking: object) =>
      (
        await opened.inject({
          method: 'POST',
          url: `${consolePrefix}/knowledge/articles/${name}/preview-chunks`,
          headers: asAdmin,
          payload: { chunking },
        })
      ).json<{ total: number; chunks: { content: string; headingPath: string[] }[] }>();
    const [few, many] = [await preview('long', {}), await preview('long', { chunkSize: 150 })];
    expect(many.total).toBeGreaterThan(few.total);
    expect(many.chunks.every(({ content }) => content.length <= 200)).toBe(true);
    expect(many.chunks[0]?.headingPath).toEqual(['Roasts']);
    expect(await preview('nobody', {})).toMatchObject({ success: false });
    expect(await preview('long', { chunkSize: 5 })).toMatchObject({ success: false });
    expect(await get('/stats')).toMatchObject({ outdated: false });
    expect(models.calls.embedding.length).toBe(paid);
    expect(await post('/reindex/cancel')).toMatchObject({ success: false });
  });
});

describe('vectors', () => {
  test('PROD5: a change of the embedding dimensions builds a new index beside the old one', async () => {
    const { models, get, save } = await start({ dimensions: 64 });
    expect((await get('/stats'))['embedding']).toBe('fake-embedding@64');
    const paid = models.calls.embedding.length;
    expect(paid).toBeGreaterThan(0);
    await save({ chunking: { chunkSize: 501 } });
    await expect.poll(async () => (await get('/stats'))['status']).toBe('idle');
    // Passages that are the same as before are not paid for again.
    expect(models.calls.embedding.length).toBe(paid);
  });

  test('KN4: an embedding that fails leaves the words searchable and shows the article as failed', async () => {
    const { models, host, get } = await start();
    expect(models.calls.embedding).toHaveLength(0);
    const withVectors = createFakeModels();
    withVectors.fail('embedding', unavailable('No vectors today'), 99);
    await app?.[Symbol.asyncDispose]();
    app = await createTestApp({ host, models: withVectors });
    const reply = await app.inject({
      url: `${consolePrefix}/knowledge/articles?status=failed`,
      headers: asAdmin,
    });
    expect(reply.json()).toMatchObject({ total: 3, articles: [{ error: 'No vectors today' }, {}, {}] });
    expect(get).toBeTypeOf('function');
  });
});
