import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../contract/api.ts';
import type { UsageCalls } from '../contract/usage/figures.ts';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { createModels } from '../server/adapters/models/models.ts';
import type { Models } from '../server/ports/models.ts';
import { answerOf, framesOf, only, orderOf } from './api/frames.ts';
import { articles } from './api/site.ts';
import { asAdmin, createTestApp, type TestApp } from './app.ts';
import {
  additions,
  consoleOperations,
  filled,
  publicAdditions,
  publicOperations,
} from './conformance/operations.ts';
import { createFakeHost } from './fakes/host.ts';
import { createTestLog } from './fakes/log.ts';
import { createFakeModels } from './fakes/models.ts';
import { withoutPostgres, startPostgresServer, type PostgresServer } from './postgres-server.ts';

const json = { 'content-type': 'application/json' };
const longWait = { timeout: 30_000 };

describe.skipIf(withoutPostgres)('the service while PostgreSQL is away', () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => void (server = await startPostgresServer()));
  afterAll(() => server[Symbol.asyncDispose]());

  const start = (models: Models) => {
    const db = openPostgres(server.url, createTestLog(), {
      schema: `outage_${++schemas}`,
      timeoutMs: 2_000,
      poolSize: 3,
    });
    return createTestApp({ db, models, host: createFakeHost(articles) });
  };
  const ask = async (app: TestApp) => {
    const message = 'How many grams of coffee for a litre of water?';
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat/stream`,
      headers: json,
      payload: JSON.stringify({ message }),
    });
    return framesOf(reply.body);
  };
  const search = async (app: TestApp) =>
    (await app.inject(`${publicPrefix}/search/halo-results?keyword=coffee`)).json();
  const ready = async (app: TestApp) => (await app.inject('/readyz')).statusCode;
  const limitVisitors = async (app: TestApp) => {
    const reply = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: { ...json, ...asAdmin },
      payload: JSON.stringify({ visitor: { enabled: true, dailyLimit: 100, hourlyLimit: 100 } }),
    });
    expect(reply.statusCode).toBe(200);
  };

  test('ERR11, DB2, DB7, DB8, DB9: with a stalled server reading goes on, paid answers end friendly, and all comes back', async () => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: () => 'Take 60 grams of coffee for each litre of water.[1]',
    });
    await using app = await start(models);
    await limitVisitors(app);
    expect(orderOf(await ask(app))).toContain('logId');
    const config = (await app.inject(`${publicPrefix}/widget-config`)).json();
    const found = await search(app);
    const asked = models.calls.chat.length;
    server.stall();
    try {
      const frames = await ask(app);
      expect(answerOf(frames)).toMatch(/unavailable right now/);
      expect(only(frames, 'answer_state').data.answerState).toBe('failed');
      expect(orderOf(frames).at(-1)).toBe('done');
      expect(models.calls.chat.length).toBe(asked);
      await vi.waitFor(async () => expect(await ready(app)).toBe(503), longWait);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
      expect(await search(app)).toEqual(found);
      expect((await app.inject(`${publicPrefix}/widget-config`)).json()).toEqual(config);
      const saved = await app.inject({
        method: 'POST',
        url: `${consolePrefix}/config/save`,
        headers: { ...json, ...asAdmin },
        payload: JSON.stringify({ chat: { temperature: 0.1 } }),
      });
      expect(saved.json()).toEqual({
        saved: false,
        error: 'The database cannot be used right now: it does not answer',
        code: 'DATABASE_UNAVAILABLE',
      });
      const unavailable = {
        error: 'This is unavailable right now. Please try again later.',
        code: 'UNAVAILABLE',
      };
      const map = await app.inject(`${publicPrefix}/mindmap?postName=${articles[0]?.id}`);
      expect([map.statusCode, map.json()]).toEqual([200, unavailable]);
      const rated = await app.inject({
        method: 'POST',
        url: `${publicPrefix}/chat/feedback?logId=some&type=like`,
        headers: { 'accept-language': 'zh-CN' },
      });
      expect(rated.json()).toEqual({
        success: false,
        error: '暂时不可用，请稍后再试。',
        code: 'UNAVAILABLE',
      });
      expect(app.log.warnings).toContainEqual({
        err: expect.stringContaining('it does not answer'),
        requestId: rated.headers['x-request-id'],
        message: 'a request of a visitor failed',
      });
    } finally {
      server.goOn();
    }
    await vi.waitFor(async () => expect(await ready(app)).toBe(200), longWait);
    expect(orderOf(await ask(app))).toContain('logId');
    expect(app.log.errors).toEqual([]);
    // Retries every few seconds would fill the log.
    const repeated = /jobs of dead processes|index could not be read|reserved tokens/;
    expect(app.log.warnings.filter(({ message }) => repeated.test(String(message)))).toEqual([]);
  });

  test('DB2, DB14: with a stalled server every read ends as its group fails, files included, and none is a bug', async () => {
    await using app = await start(createModels({}));
    const reads = [
      ...[...publicOperations, ...publicAdditions].map((operation) => ({
        ...operation,
        prefix: publicPrefix,
      })),
      ...[...consoleOperations, ...additions].map((operation) => ({ ...operation, prefix: consolePrefix })),
    ].filter(({ method }) => method === 'GET');
    server.stall();
    try {
      const replies = await Promise.all(
        reads.map(async ({ prefix, path }) => {
          const { statusCode } = await app.inject({ url: prefix + filled(path), headers: asAdmin });
          return [path, statusCode] as const;
        }),
      );
      const statuses = new Map(replies);
      expect(replies.filter(([, status]) => ![200, 400, 404, 503].includes(status))).toEqual([]);
      for (const path of ['/chat-logs/export', '/chat-logs', '/usage/calls', '/curated-answers/export'])
        expect([path, statuses.get(path)]).toEqual([path, 503]);
    } finally {
      server.goOn();
    }
    await vi.waitFor(async () => expect(await ready(app)).toBe(200), longWait);
    expect(app.log.errors).toEqual([]);
  });

  test('DB9, RUN6: an answer in flight that cannot be logged any more ends as failed, and is counted', async () => {
    let halfWay = () => {};
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (_call, nth) =>
        (async function* () {
          yield { type: 'text', text: 'Take 60 grams of coffee for each litre of water.[1]' } as const;
          if (nth === 1) halfWay();
          yield {
            type: 'finish',
            reason: 'stop',
            usage: { promptTokens: 321, completionTokens: 45 },
          } as const;
        })(),
    });
    await using app = await start(models);
    halfWay = () => server.stall();
    try {
      const frames = await ask(app);
      expect(answerOf(frames)).toMatch(/60 grams of coffee[^]+unavailable right now/);
      expect(only(frames, 'answer_state').data.answerState).toBe('failed');
      expect(orderOf(frames)).not.toContain('logId');
    } finally {
      server.goOn();
    }
    const used = async () =>
      (
        await app.inject({ url: `${consolePrefix}/usage/calls?type=chat`, headers: asAdmin })
      ).json<UsageCalls>();
    await vi.waitFor(async () => {
      expect(await ready(app)).toBe(200);
      expect((await used()).items).toMatchObject([
        { status: 'success', promptTokens: 321, completionTokens: 45 },
      ]);
    }, longWait);
    const logs = await app.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
    expect(logs.json().total).toBe(0);
    // An outage is no bug.
    expect(app.log.errors).toEqual([]);
  });

  test('DB8, DB9: with no server at all a built-in model answers from memory, uncounted and unlogged', async () => {
    await using app = await start(createModels({}));
    await limitVisitors(app);
    const before = await ask(app);
    await server.stop('immediate');
    try {
      await vi.waitFor(async () => expect(await ready(app)).toBe(503), longWait);
      const frames = await ask(app);
      expect(answerOf(frames)).toBe(answerOf(before));
      expect(orderOf(frames)).toEqual(orderOf(before).filter((name) => name !== 'logId'));
      expect((await search(app)).total).toBe(1);
    } finally {
      await server.start();
    }
    await vi.waitFor(async () => expect(await ready(app)).toBe(200), longWait);
    expect(orderOf(await ask(app))).toContain('logId');
    expect(app.log.errors).toEqual([]);
  });
});
