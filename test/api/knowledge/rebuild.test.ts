import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { unavailable } from '../../../server/kit/fault.ts';
import type { Host } from '../../../server/ports/host.ts';
import type { Ports } from '../../../server/app.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { testEngines } from '../../databases.ts';
import { createFakeHost, type FakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { openAgain } from '../../fakes/usage.ts';
import { rebuildingSite, wordOf } from '../../fixtures/rebuilding-site.ts';
import { framesOf } from '../frames.ts';

const apps: TestApp[] = [];

afterEach(async () => {
  const opened = apps.splice(0);
  const errors = opened.flatMap(({ log }) => log.errors);
  for (const app of opened.toReversed()) await app[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
});

/** A site whose articles can be held back, so that a rebuild stays where it is. */
function heldSite(count: number) {
  const site = createFakeHost(rebuildingSite.slice(0, count));
  let gate: Promise<void> | undefined;
  let asked = 0;
  const host = (): Host => ({
    ...site,
    async article(id, signal) {
      asked += 1;
      const ended = Promise.withResolvers<void>();
      signal?.addEventListener('abort', () => ended.resolve(), { once: true });
      await (gate && Promise.race([gate, ended.promise]));
      return site.article(id, signal);
    },
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return () => {
      gate = undefined;
      resolve();
    };
  };
  return { site, host, hold, asked: () => asked };
}

async function open(ports: Partial<Ports>) {
  const app = await createTestApp({ models: createFakeModels({ kinds: ['chat'] }), ...ports });
  apps.push(app);
  const { inject, server } = app;
  let searches = 0;
  const url = (path: string) => `${consolePrefix}/knowledge${path}`;
  const get = async <T = Record<string, unknown>>(path: string) =>
    (await inject({ url: url(path), headers: asAdmin })).json<T>();
  return {
    server,
    get,
    status: async () => (await get<{ status: string }>('/stats')).status,
    post: async (path: string) =>
      (await inject({ method: 'POST', url: url(path), headers: asAdmin })).json<Record<string, unknown>>(),
    watch: async (path = '/reindex/progress') =>
      framesOf((await inject({ url: url(path), headers: asAdmin })).body).flatMap((frame) =>
        frame.event === 'progress' ? [frame.data] : [],
      ),
    /** Each search comes from an address of its own: one visitor may not search so often. */
    search: async (keyword: string) => {
      searches += 1;
      const reply = await inject({
        url: `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}`,
        remoteAddress: `10.0.${searches >> 8}.${searches & 255}`,
      });
      return reply.json<{ articles: { postId: string }[] }>().articles.map(({ postId }) => postId);
    },
  };
}

describe('a rebuild under load', () => {
  test('KN4: 200 searches at once, again and again while the index is rebuilt, all find', async () => {
    const { site, host } = heldSite(120);
    const { post, search, status } = await open({ host: host() });
    expect(await post('/reindex')).toMatchObject({ status: 'started' });
    let rounds = 0;
    let during = 0;
    for (; rounds < 30 && (rounds < 2 || (await status()) === 'indexing'); rounds += 1) {
      if ((await status()) === 'indexing') during += 1;
      site.publish({
        id: 'article-0',
        title: `Entry ${wordOf(0)}`,
        text: `The ${wordOf(0)} in round ${rounds}.`,
      });
      const found = await Promise.all(Array.from({ length: 200 }, (_, index) => search(wordOf(index % 120))));
      expect(found.filter((ids, index) => !ids.includes(`article-${index % 120}`))).toEqual([]);
    }
    expect(during).toBeGreaterThan(0);
    await expect.poll(status).toBe('idle');
  });
});

describe.each(testEngines)('two processes on %s', (_, openDatabase) => {
  async function two(site: ReturnType<typeof heldSite>) {
    const db = await openDatabase();
    const one = await open({ db, host: site.host(), instanceId: 'one' });
    const other = await open({ db: await openAgain(db), host: site.host(), instanceId: 'other' });
    return { one, other };
  }

  test('KN2, KN3, KN5, KN6: a rebuild of one is refused, watched to its end and served by the other', async () => {
    const site = heldSite(12);
    const { one, other } = await two(site);
    const release = site.hold();
    expect(await one.post('/reindex')).toMatchObject({ status: 'started' });
    expect(await other.post('/reindex')).toEqual({
      success: false,
      status: 'already_indexing',
      message: expect.any(String),
    });
    expect(await other.post('/reindex-post/article-1')).toMatchObject({ success: false });
    expect(await other.post('/clear-post/article-1')).toMatchObject({ success: false });
    expect(await other.status()).toBe('indexing');
    expect(await other.search(wordOf(1))).toContain('article-1');
    const watched = other.watch();
    const followed = one.watch();
    await expect.poll(async () => (await other.get('/stats'))['status']).toBe('indexing');
    release();
    const frames = await watched;
    const [last, here] = [frames.at(-1), (await followed).at(-1)];
    expect(last).toMatchObject({
      phase: 'completed',
      percentage: 100,
      totalArticles: 12,
      processedArticles: 12,
      successArticles: 12,
      failedArticles: 0,
    });
    expect(last).toEqual(here);
    expect(await other.status()).toBe('idle');
    await expect.poll(async () => other.post('/reindex-post/article-1')).toMatchObject({ success: true });
    await expect.poll(() => other.search(wordOf(1))).toContain('article-1');
  });

  test('KN6, KN27: its failure is seen by the other too, also later, and the next one can be started there', async () => {
    const site = heldSite(4);
    const { one, other } = await two(site);
    const release = site.hold();
    await one.post('/reindex');
    for (const { id } of rebuildingSite.slice(0, 4))
      site.site.breakArticle(id, unavailable('The page is broken'), 2);
    const watched = other.watch();
    release();
    expect((await watched).at(-1)).toMatchObject({
      phase: 'error',
      percentage: 100,
      errorMessage: expect.stringContaining('The page is broken'),
    });
    expect(await other.search(wordOf(1))).toContain('article-1');
    const failure = { error: expect.stringContaining('The page is broken'), endedAt: expect.any(Number) };
    for (const { get } of [one, other]) expect((await get('/stats'))['rebuildFailure']).toEqual(failure);
    await expect.poll(async () => (await other.post('/reindex'))['status']).toBe('started');
    expect((await other.watch()).at(-1)).toMatchObject({ phase: 'completed', successArticles: 4 });
    expect(await other.get('/stats')).not.toHaveProperty('rebuildFailure');
  });

  test('KN16: an article that one process reads again is served by the other', async () => {
    const site = heldSite(4);
    const { one, other } = await two(site);
    site.site.publish({ id: 'fresh', text: 'About the quokka.' });
    await expect.poll(() => one.search('quokka')).toEqual(['fresh']);
    await expect.poll(() => other.search('quokka')).toEqual(['fresh']);
    site.site.unpublish('fresh');
    await expect.poll(() => one.search('quokka')).toEqual([]);
    await expect.poll(() => other.search('quokka')).toEqual([]);
  });
});

test('KN20, KN27: a rebuild that was cancelled has not failed', async () => {
  const site = heldSite(4);
  const { post, get, status, watch } = await open({ host: site.host() });
  const release = site.hold();
  await post('/reindex');
  const watched = watch();
  await expect.poll(status).toBe('indexing');
  expect(await post('/reindex/cancel')).toMatchObject({ success: true });
  expect((await watched).at(-1)).toMatchObject({ phase: 'error', cancelled: true });
  release();
  expect(await get('/stats')).not.toHaveProperty('rebuildFailure');
});

describe('one article', () => {
  test('KN13: a reader that leaves does not stop its rebuild', async () => {
    const site = heldSite(3);
    const { server, get } = await open({ host: site.host() });
    await grown(site.site, get);
    const release = site.hold();
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const asked = site.asked();
    await fetch(`${address}${consolePrefix}/knowledge/reindex-post/article-1/progress`, {
      headers: asAdmin,
      signal: leaving.signal,
    });
    await expect.poll(site.asked).toBeGreaterThan(asked);
    const before = await indexedAt(get);
    leaving.abort();
    site.site.publish({ ...rebuildingSite[1], id: 'article-1', text: 'Now about the quokka.' });
    release();
    await expect.poll(() => indexedAt(get)).not.toEqual(before);
  });

  test('KN11: one that is not for everybody, or no longer published, is taken out with no passages', async () => {
    const site = heldSite(3);
    const quiet: Host = { ...site.host(), onChange: () => ({ close() {} }) };
    const { post, search } = await open({ host: quiet });
    site.site.publish({ ...rebuildingSite[0], id: 'article-0', text: 'Secret', visibility: 'limited' });
    site.site.unpublish('article-1');
    for (const name of ['article-0', 'article-1']) {
      expect(await post(`/reindex-post/${name}`)).toEqual({
        success: true,
        chunkCount: 0,
        message: expect.stringContaining('left'),
      });
    }
    expect([await search(wordOf(0)), await search(wordOf(1))].flat()).not.toEqual(
      expect.arrayContaining(['article-0']),
    );
    expect(await post('/reindex-post/article-1')).toMatchObject({ success: false });
  });

  test('KN11, KN14: several at once take turns', async () => {
    const { post } = await open({ host: heldSite(6).host() });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post(`/${index % 2 ? 'reindex' : 'clear'}-post/article-${index}`),
      ),
    );
    expect(replies.every(({ success }) => success === true)).toBe(true);
  });
});

/** Publishes one more article and waits until the index has it. */
async function grown(site: FakeHost, get: (path: string) => Promise<Record<string, unknown>>): Promise<void> {
  site.publish({ id: 'more', text: 'One more.' });
  await expect.poll(async () => (await get('/stats'))['indexedArticles']).toBe(4);
}

const indexedAt = async (get: (path: string) => Promise<Record<string, unknown>>) =>
  JSON.stringify(await get('/articles/article-1/chunks'));
