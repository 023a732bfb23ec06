import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { settingsHashOf } from '../../server/features/mindmap/fingerprint.ts';
import { contentHashOf } from '../../server/kit/ids.ts';
import { createMindmapStore } from '../../server/features/mindmap/store.ts';
import { defaults } from '../../contract/config/groups.ts';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start() {
  const db = openMigrated();
  const host = createFakeHost(articles);
  app = await createTestApp({ db, host });
  const { inject } = app;
  const save = (groups: unknown) =>
    inject({
      method: 'POST',
      url: `${consolePrefix}/config/save`,
      headers: { 'content-type': 'application/json', ...asAdmin },
      payload: JSON.stringify(groups),
    });
  return { db, host, inject, save };
}

describe('the widget configuration', () => {
  test('WC8: a client that knows the configuration gets 304, until it changes or another language is asked for', async () => {
    const { inject, save } = await start();
    const url = `${publicPrefixV2}/widget-config`;
    const { headers } = await inject({ url });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=10',
      vary: expect.stringContaining('accept-language'),
    });
    const known = { 'if-none-match': String(headers.etag) };
    const again = await inject({ url, headers: known });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await save({ chat: { widgetTriggerSize: 64 } });
    expect((await inject({ url, headers: known })).statusCode).toBe(200);
  });

  test('WC1, WC4, WC6, WC7, AUTH1: every key with its default, under both versions, for anybody', async () => {
    const { inject } = await start();
    const first = await inject({ url: `${publicPrefix}/widget-config` });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual((await inject({ url: `${publicPrefixV2}/widget-config` })).json());
    expect(first.json()).toMatchObject({
      position: 'right-bottom',
      color: '#5387C4',
      icon: 'ri-chat-3-line',
      triggerSize: 48,
      triggerLabel: '',
      theme: 'auto',
      shortcuts: [],
      width: 400,
      height: 600,
      triggerAlign: 'auto',
      triggerOffsetY: 125,
      triggerOffsetX: 17,
      triggerShape: 'circle',
      stream: true,
      allowGuest: true,
      showRetrievalStatus: true,
      allowVisitorReasoning: true,
      reasoningDefaultEnabled: false,
      showPrivacyTip: false,
      rememberConversations: true,
      shareConversations: false,
      showReferences: true,
      searchEnabled: true,
      searchShowAiAnswer: true,
      searchTheme: 'inherit',
      searchColor: '#5387C4',
      mindmapEnabled: true,
      mindmapTheme: 'inherit',
      mindmapColor: '#5387C4',
    });
  });

  test('WC2, WC3, WC5, CFG10, CFG14: what is saved shows at once, normalised', async () => {
    const { inject, save } = await start();
    await save({
      chat: {
        widgetTheme: 'system',
        reasoningDefaultEnabled: true,
        allowVisitorReasoning: false,
        shortcutQuestions: '最新文章\n\n有什么标签？',
      },
      search: { themeColor: '#112233' },
    });
    const shown = (await inject({ url: `${publicPrefix}/widget-config` })).json<Record<string, unknown>>();
    expect(shown).toMatchObject({ theme: 'auto', reasoningDefaultEnabled: false, searchColor: '#112233' });
    expect(shown['shortcuts']).toEqual([
      {
        id: 'legacy-1',
        label: '最新文章',
        query: '最新文章',
        icon: 'clock',
        intentRouteId: 'builtin-latest-posts',
      },
      {
        id: 'legacy-2',
        label: '有什么标签？',
        query: '有什么标签？',
        icon: 'tag',
        intentRouteId: 'builtin-by-tag',
      },
    ]);
  });
});

describe('the mind map', () => {
  const read = (query: string) => {
    if (!app) throw new Error('start first');
    return app.inject({ url: `${publicPrefix}/mindmap${query}` });
  };

  test('MM1, MM2: each reason not to have one is 200 with an error, in their order', async () => {
    const { save } = await start();
    for (const [query, words] of [
      ['', /required/],
      ['?postName=%20', /required/],
      ['?postName=nobody', /not found/],
      ['?postName=coffee', /not been generated/],
    ] as const) {
      const reply = await read(query);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({ error: expect.stringMatching(words) });
    }
    await save({ mindmap: { enabled: false } });
    expect((await read('?postName=nobody')).json()).toEqual({ error: expect.stringMatching(/not found/) });
    expect((await read('?postName=coffee')).json()).toEqual({ error: expect.stringMatching(/not enabled/) });
  });

  test('MM1, MM6, CIT8: a fresh map is shown, a stale one not, and none of an article that is gone', async () => {
    const { db, host, save } = await start();
    const article = await host.article('coffee');
    if (!article) throw new Error('the article is there');
    const settings = defaults();
    await createMindmapStore(db).write('coffee', {
      markdown: '# Coffee',
      contentHash: contentHashOf(article),
      settingsHash: settingsHashOf(settings.mindmap, 'fake-chat'),
      createdAt: 0,
      revision: article.revision,
    });
    expect((await read('?postName=coffee')).json()).toEqual({ markdown: '# Coffee', cached: true });
    await save({ mindmap: { themeColor: '#123456' } });
    expect((await read('?postName=coffee')).json()).toMatchObject({ cached: true });
    await save({ mindmap: { maxDepth: 4 } });
    expect((await read('?postName=coffee')).json()).toEqual({
      error: expect.stringMatching(/waiting for an update/),
    });
    host.unpublish('coffee');
    expect((await read('?postName=coffee')).json()).toEqual({ error: expect.stringMatching(/not found/) });
  });
});

describe('figures for monitoring', () => {
  test('RUN18: the last reading of the site, and what waits, are known once it was read', async () => {
    const before = Date.now() / 1000;
    const { inject } = await start();
    await app?.start();
    const figure = async (name: string) => {
      const { body } = await inject({ url: '/metrics' });
      const line = body.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.split(' ')[1]);
    };
    expect(await figure('docent_site_read_timestamp_seconds')).toBeGreaterThanOrEqual(before);
    for (const name of ['docent_model_calls_waiting', 'docent_jobs_running', 'docent_notices_waiting'])
      expect([name, await figure(name)]).toEqual([name, 0]);
  });
});
