import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import type { Ports } from '../../server/app.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';
import { answerOf, framesOf, only, orderOf } from './frames.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;
afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const foreign = 'https://elsewhere.example';

async function start(ports: Partial<Ports> = {}) {
  const models = createFakeModels({ chat: () => 'Take 60 grams of coffee.[1]', kinds: ['chat'] });
  app = await createTestApp({ host: createFakeHost(articles), models, ...ports });
  const { inject } = app;
  const post = (path: string, headers: Record<string, string>, payload: object, prefix = publicPrefix) =>
    inject({ method: 'POST', url: prefix + path, headers: { host: 'docent.internal', ...headers }, payload });
  return {
    models,
    post,
    ask: async (headers: Record<string, string>) =>
      (await post('/chat', headers, { message: 'How many grams of coffee for a litre?' })).json(),
    console: async (path: string) => (await inject({ url: consolePrefix + path, headers: asAdmin })).json(),
    allow: (...allowedOrigins: string[]) =>
      inject({
        method: 'POST',
        url: `${consolePrefix}/config/save`,
        headers: asAdmin,
        payload: { access: { allowedOrigins } },
      }),
  };
}

describe('a page of another site', () => {
  test('ORG2, AUTH1: is refused in the form of each operation, at 200, and nothing is spent or logged', async () => {
    const { models, post, ask, console } = await start();
    for (const prefix of [publicPrefix, publicPrefixV2]) {
      const stream = await post('/chat/stream', { origin: foreign }, { message: 'coffee?' }, prefix);
      const frames = framesOf(stream.body);
      expect([stream.statusCode, orderOf(frames)]).toEqual([200, ['error', 'done']]);
      expect(only(frames, 'error').data).toContain('allowed sites');
      expect(stream.headers['access-control-allow-origin']).toBe('*');
    }
    expect(await ask({ origin: foreign })).toEqual({ error: expect.stringContaining('allowed sites') });
    const search = await post('/search/answer', { origin: foreign }, { keyword: 'coffee' });
    expect(search.statusCode).toBe(200);
    expect(answerOf(framesOf(search.body))).toContain('allowed sites');
    const chinese = await ask({ origin: 'null', 'accept-language': 'zh-CN' });
    expect(chinese.error).toContain('允许的站点');
    expect(models.calls.chat).toHaveLength(0);
    expect(await console('/chat-logs')).toMatchObject({ total: 0 });
  });

  test.each([
    ['zh-TW', '允許的網站'],
    ['zh-Hant-HK', '允許的網站'],
    ['ja', '許可するサイト'],
    ['de-AT,en;q=0.5', 'erlaubten Websites'],
    ['ru', 'разрешённые сайты'],
    ['nl,pt-BR;q=0.8', 'sites permitidos'],
    ['nl', 'allowed sites'],
  ])('ORG2: is refused in the language of the page: %s', async (language, words) => {
    const { ask } = await start();
    expect((await ask({ origin: foreign, 'accept-language': language })).error).toContain(words);
  });

  test('ORG1: what costs nothing is for any page', async () => {
    await start();
    for (const path of ['/widget-config', '/search/halo-results?keyword=coffee', '/mindmap?postName=coffee'])
      expect(
        (await app?.inject({ url: publicPrefix + path, headers: { origin: foreign } }))?.statusCode,
      ).toBe(200);
  });

  test('ORG4: the administrator learns which pages were refused, the latest first and not without end', async () => {
    const { ask, allow, console } = await start();
    for (let nth = 0; nth < 25; nth += 1) await ask({ origin: `https://site-${nth}.example` });
    await ask({ origin: foreign });
    await ask({ origin: foreign });
    await ask({ origin: 'file://"><script>' });
    const { refusedOrigins } = await console('/system/info');
    expect(refusedOrigins).toHaveLength(20);
    expect(refusedOrigins.slice(0, 3)).toMatchObject([
      { origin: 'other', count: 1, lastAt: expect.stringMatching(/Z$/) },
      { origin: foreign, count: 2 },
      { origin: 'https://site-24.example', count: 1 },
    ]);
    await allow(foreign);
    expect(JSON.stringify((await console('/system/info')).refusedOrigins)).not.toContain(foreign);
  });
});

describe('who may ask', () => {
  test.each([
    ['a program without an origin', {}],
    ['a page of the service itself', { origin: 'https://docent.internal' }],
    ['a page that the browser calls its own', { origin: foreign, 'sec-fetch-site': 'same-origin' }],
    ['a page of the public origin', { origin: 'https://blog.example' }],
    ['a page of the connected site', { origin: 'https://site.example' }],
    ['a page that the operator allows', { origin: 'https://a.operator.example' }],
  ])('ORG1, ORG3: %s', async (_, headers) => {
    const host = createFakeHost(articles);
    const { ask } = await start({
      publicOrigin: 'https://blog.example',
      allowedOrigins: ['https://*.operator.example'],
      host: { ...host, describe: () => ({ ...host.describe(), siteOrigin: 'https://site.example' }) },
    });
    expect(await ask(headers)).toMatchObject({ answerState: 'answered' });
    expect(await ask({ origin: 'https://operator.example' })).toHaveProperty('error');
  });

  test('ORG3: the console allows an origin at once', async () => {
    const { ask, allow } = await start();
    expect(await ask({ origin: foreign })).toHaveProperty('error');
    expect((await allow('https://other.example', foreign)).json()).toMatchObject({ saved: true });
    expect(await ask({ origin: foreign })).toMatchObject({ answerState: 'answered' });
    expect((await allow('elsewhere.example')).json()).toEqual({
      saved: false,
      error:
        'access.allowedOrigins.0 must be an origin such as https://example.org, https://*.example.org or *',
    });
    await allow('*');
    expect(await ask({ origin: 'null' })).toMatchObject({ answerState: 'answered' });
  });
});
