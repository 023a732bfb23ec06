import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { testEngines } from '../../databases.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

describe.each(testEngines)('a site that loses its articles, on %s', (_, open) => {
  test('KN17: they can still be found until the administrator, who is notified, confirms their removal', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `note-${index}`);
    const host = createFakeHost(ids.map((id) => ({ id, text: `The quokka of ${id}.` })));
    let pending = Promise.resolve();
    const service = await createTestApp({
      db: await open(),
      host: {
        ...host,
        async *heads(signal) {
          await pending;
          yield* host.heads(signal);
        },
      },
      models: createFakeModels({ kinds: ['chat'] }),
    });
    app = service;
    const get = async (path: string) =>
      (await service.inject({ url: consolePrefix + path, headers: asAdmin })).json();
    const confirm = async () =>
      (
        await service.inject({
          method: 'POST',
          url: `${consolePrefix}/knowledge/confirm-removal`,
          headers: asAdmin,
        })
      ).json();
    const found = async () =>
      (await service.inject({ url: `${publicPrefix}/search/halo-results?keyword=quokka` })).json().total;
    expect(await confirm()).toMatchObject({ success: false });
    const all = await found();
    for (const id of ids) host.unpublish(id);
    await expect.poll(async () => (await get('/knowledge/stats')).heldArticles).toBe(25);
    expect((await get('/system/info')).warnings).toMatchObject([
      { code: 'articles_held', message: expect.stringContaining('25 articles') },
    ]);
    expect(await found()).toBe(all);
    const crawlMayBegin = Promise.withResolvers<void>();
    pending = crawlMayBegin.promise;
    expect(await confirm()).toMatchObject({ success: true, count: 25 });
    // Agreed is agreed, however long the crawl takes that removes them.
    expect(await get('/knowledge/stats')).toMatchObject({ heldArticles: 0 });
    expect((await get('/system/info')).warnings).toEqual([]);
    expect(await found()).toBe(all);
    crawlMayBegin.resolve();
    await expect.poll(found).toBe(0);
    expect(await get('/knowledge/stats')).toMatchObject({ heldArticles: 0, totalArticles: 0 });
    expect((await get('/system/info')).warnings).toEqual([]);
  });
});
