import { afterEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { UsageCalls, UsageStats, UsageToday } from '../../contract/usage/figures.ts';
import { startOfDay, dateOf, dayAt } from '../../server/kit/calendar.ts';
import { estimateMessages } from '../../server/model-calls/estimate.ts';
import type { ChatCall, ChatPart } from '../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels, type FakeModels, type FakeScript } from '../fakes/models.ts';
import { noon } from '../fakes/usage.ts';
import { answerOf, framesOf, only, orderOf } from './frames.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const json = { 'content-type': 'application/json' };
const question = { message: 'How many grams of coffee for a litre of water?' };

interface Visit {
  /** The socket. */
  readonly remoteAddress?: string;
  readonly forwardedFor?: string;
}

async function start(script: FakeScript = { kinds: ['chat'] }) {
  const models: FakeModels = createFakeModels({
    chat: () => 'Take 60 grams of coffee for each litre of water.[1]',
    ...script,
  });
  const clock = { time: noon, now: () => clock.time };
  app = await createTestApp({ host: createFakeHost(articles), models, clock });
  const { inject } = app;
  const get = async (path: string) => {
    const reply = await inject({ url: `${consolePrefix}/usage${path}`, headers: asAdmin });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
  };
  const read = async <S extends z.ZodType>(path: string, schema: S) => schema.parse((await get(path)).body);
  const post = async (path: string, body: unknown) => {
    const url = `${consolePrefix}/usage${path}`;
    const reply = await inject({
      method: 'POST',
      url,
      headers: { ...json, ...asAdmin },
      payload: JSON.stringify(body),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
  };
  const ask = (path: string, body: unknown, { remoteAddress = '203.0.113.7', forwardedFor }: Visit = {}) =>
    inject({
      method: 'POST',
      url: publicPrefix + path,
      remoteAddress,
      headers: { ...json, 'accept-language': 'en', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
      payload: JSON.stringify(body),
    });
  const stateOf = async (visit?: Visit) =>
    (await ask('/chat', question, visit)).json<{ answerState: string }>().answerState;
  const saveLimits = async (limits: unknown) =>
    expect(await post('/limits', limits)).toEqual({ status: 200, body: { saved: true } });
  return { models, clock, get, read, post, ask, stateOf, saveLimits };
}

describe('limits', () => {
  test('US1: visitors are limited from the first start, and the models in use are named', async () => {
    const { get } = await start();
    expect(await get('/limits')).toEqual({
      status: 200,
      body: {
        enabled: false,
        chatModelLimits: {},
        dailyCostLimit: 0,
        revision: expect.any(Number),
        visitor: {
          enabled: true,
          dailyLimit: 300,
          hourlyLimit: 60,
          whitelist: [],
          searchesPerMinute: 120,
          searchesPerHour: 3000,
        },
        chatModel: '',
        embeddingModel: '',
        rerankModel: '',
        queryRewriteModel: '',
        writingModel: '',
        rerankEnabled: false,
        queryRewriteEnabled: false,
      },
    });
  });

  test('US2: saving merges, and what cannot be read changes nothing', async () => {
    const { get, post, saveLimits } = await start();
    await saveLimits({
      enabled: true,
      chatModelLimits: { a: '500', b: 7 },
      visitor: { dailyLimit: '20', whitelist: ['10.0.0.0/8'] },
    });
    await saveLimits({ visitor: { enabled: true } });
    expect((await get('/limits')).body).toMatchObject({ chatModelLimits: { a: 500, b: 7 } });
    await saveLimits({
      chatModelList: [
        { model: 'a', limit: 500 },
        { model: 'b', limit: 0 },
      ],
    });
    const saved = {
      enabled: true,
      chatModelLimits: { a: 500 },
      visitor: { enabled: true, dailyLimit: 20, hourlyLimit: 60, whitelist: ['10.0.0.0/8'] },
    };
    expect((await get('/limits')).body).toMatchObject(saved);
    expect(await post('/limits', { enabled: false, visitor: { hourlyLimit: 'lots' } })).toEqual({
      status: 400,
      body: { saved: false, error: 'visitor.hourlyLimit must be a whole number from 0 to 9007199254740991' },
    });
    expect((await get('/limits')).body).toMatchObject(saved);
  });

  test('US2: a map of ceilings that is sent replaces the one before, an empty one too', async () => {
    const { get, saveLimits } = await start();
    await saveLimits({ enabled: true, chatModelLimits: { 'main-chat': 1, other: 2 } });
    await saveLimits({ chatModelLimits: { other: 3 } });
    expect((await get('/limits')).body).toMatchObject({ enabled: true, chatModelLimits: { other: 3 } });
    await saveLimits({ chatModelLimits: {} });
    expect((await get('/limits')).body).toMatchObject({ enabled: true, chatModelLimits: {} });
  });

  test('US4, US5: exactly as many of 500 parallel questions are answered as a visitor has', async () => {
    const { models, stateOf, saveLimits } = await start();
    await saveLimits({ visitor: { enabled: true, hourlyLimit: 23 } });
    const states = await Promise.all(Array.from({ length: 500 }, () => stateOf()));
    expect(states.filter((state) => state !== 'limited')).toHaveLength(23);
    expect(models.calls.chat).toHaveLength(23);
  });

  test('US5: a refused visitor reads why, and nothing was spent on him', async () => {
    const { clock, models, ask, saveLimits } = await start({});
    await saveLimits({ visitor: { enabled: true, hourlyLimit: 1 } });
    await ask('/chat/stream', question);
    clock.time += 600_000;
    const spent = models.calls.chat.length + models.calls.embedding.length;
    const refused = await ask('/chat/stream', question);
    expect(refused.statusCode).toBe(200);
    const frames = framesOf(refused.body);
    expect(orderOf(frames).at(-1)).toBe('done');
    expect(answerOf(frames)).toMatch(/50 min/);
    expect(only(frames, 'answer_state').data).toMatchObject({
      answerState: 'limited',
      retryAfterSeconds: 3000,
    });
    const reply = await ask('/chat', question);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ answerState: 'limited', retryAfterSeconds: 3000, citations: [] });
    const search = await ask('/search/answer', { keyword: 'coffee' });
    expect(search.statusCode).toBe(200);
    expect(only(framesOf(search.body), 'answer_state').data).toMatchObject({ answerState: 'limited' });
    expect(models.calls.chat.length + models.calls.embedding.length).toBe(spent);
  });

  test('US4: a forged X-Forwarded-For makes nobody another visitor', async () => {
    const { stateOf, saveLimits } = await start();
    await saveLimits({ visitor: { enabled: true, dailyLimit: 1 } });
    // A client that connects itself is its socket, whatever it claims.
    expect(await stateOf({ forwardedFor: '198.51.100.1' })).not.toBe('limited');
    for (const forwardedFor of ['198.51.100.2', '198.51.100.3, 127.0.0.1', '127.0.0.1', 'unknown', '::1']) {
      expect([forwardedFor, await stateOf({ forwardedFor })]).toEqual([forwardedFor, 'limited']);
    }
    // Behind the trusted proxy the last address it does not know counts, not the first that was claimed.
    const proxy = { remoteAddress: '127.0.0.1' };
    expect(await stateOf({ ...proxy, forwardedFor: '192.0.2.50' })).not.toBe('limited');
    for (const forged of ['10.0.0.1', '203.0.113.200', '127.0.0.1', '*', "'", '::', '1.2.3.4, 5.6.7.8']) {
      const state = await stateOf({ ...proxy, forwardedFor: `${forged}, 192.0.2.50` });
      expect([forged, state]).toEqual([forged, 'limited']);
    }
    expect(await stateOf({ ...proxy, forwardedFor: '192.0.2.50, 192.0.2.51' })).not.toBe('limited');
  });

  test('US3: who is on the whitelist is never refused, whoever claims to be is', async () => {
    const { stateOf, saveLimits } = await start();
    await saveLimits({ visitor: { enabled: true, dailyLimit: 1, whitelist: ['10.0.0.0/8'] } });
    for (let nth = 0; nth < 3; nth += 1)
      expect(await stateOf({ remoteAddress: '10.1.2.3' })).not.toBe('limited');
    expect(await stateOf()).not.toBe('limited');
    expect(await stateOf({ forwardedFor: '10.1.2.3' })).toBe('limited');
  });

  test('US7: a used-up model refuses before rewriting or embedding spend anything', async () => {
    const { models, ask, saveLimits, read } = await start({});
    await saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 10 } });
    await ask('/chat/stream', question);
    const spent = { chat: models.calls.chat.length, embedding: models.calls.embedding.length };
    expect(spent.chat).toBeGreaterThan(0);
    const reply = await ask('/chat', question);
    const retryAfterSeconds = (startOfDay(dayAt(noon) + 1) - noon) / 1000;
    expect(reply.json()).toMatchObject({ answerState: 'limited', retryAfterSeconds });
    expect({ chat: models.calls.chat.length, embedding: models.calls.embedding.length }).toEqual(spent);
    expect((await read('/today', UsageToday)).models).toContainEqual(
      expect.objectContaining({ model: 'fake-chat', calls: 1, limited: 1, limit: 10, alert: 100 }),
    );
  });

  test('US7: 200 parallel questions pass a ceiling by one reservation at most', async () => {
    const ceiling = 20_000;
    const gate = Promise.withResolvers<void>();
    let largest = 0;
    // Every answer uses all that its call may, and none ends before all 200 questions have knocked.
    async function* greedy({ messages, maxTokens = 1000 }: ChatCall): AsyncGenerator<ChatPart> {
      await gate.promise;
      const promptTokens = estimateMessages(messages);
      largest = Math.max(largest, promptTokens + maxTokens);
      yield { type: 'text', text: 'Take 60 grams of coffee for each litre of water.[1]' };
      yield { type: 'finish', reason: 'stop', usage: { promptTokens, completionTokens: maxTokens } };
    }
    const { models, ask, saveLimits, read } = await start({ kinds: ['chat'], chat: greedy });
    await saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': ceiling } });
    let refused = 0;
    const answers = Array.from({ length: 200 }, async (_, nth) => {
      const reply = await ask('/chat', question, { remoteAddress: `203.0.113.${nth}` });
      if (reply.json<{ answerState: string }>().answerState === 'limited') refused += 1;
    });
    await expect.poll(() => refused + models.calls.chat.length).toBe(200);
    expect((await read('/today', UsageToday)).models).toMatchObject([{ calls: 0, limited: refused }]);
    gate.resolve();
    await Promise.all(answers);
    const [model] = (await read('/today', UsageToday)).models;
    expect(model).toMatchObject({ calls: models.calls.chat.length, reserved: 0, limited: refused });
    const used = (model?.promptTokens ?? 0) + (model?.completionTokens ?? 0);
    expect(used).toBeGreaterThanOrEqual(ceiling);
    expect(used).toBeLessThan(ceiling + largest);
  });
});

describe('reading', () => {
  test('US8, US10: every call of an answer is listed, with its scenario, log and duration', async () => {
    const { ask, read } = await start({});
    const stream = framesOf((await ask('/chat/stream', question)).body);
    const body = await read('/calls', UsageCalls);
    expect(body).toMatchObject({
      retentionDays: 30,
      sort: 'desc',
      page: 1,
      size: 20,
      end: dateOf(dayAt(noon)),
    });
    expect(body.types).toContain('chat');
    expect(body.total).toBe(body.items.length);
    const answer = body.items.find(({ scenario }) => scenario === 'visitor_qa');
    expect(answer).toMatchObject({
      model: 'fake-chat',
      type: 'chat',
      failure: false,
      error: '',
      status: 'success',
      totalTokens: 15,
    });
    expect(answer?.['logId']).toBe(only(stream, 'logId').data);
    expect(body.scenarios).toEqual(body.scenarios.toSorted());
    const none = await read('/calls?status=failed&page=3&size=5', UsageCalls);
    expect(none).toMatchObject({ total: 0, items: [], page: 3, size: 5, types: body.types });
  });

  test('US9: statistics have every day of the range', async () => {
    const { ask, read } = await start();
    await ask('/chat', question);
    const body = await read('/stats?range=7d', UsageStats);
    expect(body.daily).toHaveLength(7);
    expect(body.totals).toMatchObject({
      calls: 1,
      promptTokens: 10,
      completionTokens: 5,
      failures: 0,
      failureRate: 0,
      modelCount: 1,
    });
    expect(body.daily.at(-1)?.byModel).toMatchObject({
      'fake-chat': { p: 10, c: 5, e: 0, calls: 1, failures: 0 },
    });
  });

  test('US11: failures come with a cause and a remedy', async () => {
    const { ask, get } = await start({
      kinds: ['chat'],
      chat: () => new Error('HTTP 429: too many requests'),
    });
    await ask('/chat', question);
    const { body } = await get('/failure-diagnostics');
    expect(body).toMatchObject({
      total: 1,
      byDiagnosis: [{ key: 'rate_limit', count: 1, example: 'HTTP 429: too many requests' }],
    });
  });

  test.each(['/stats', '/calls', '/failure-diagnostics'])('US12: %s refuses wrong ranges', async (path) => {
    const { get } = await start();
    expect(await get(`${path}?start=2026-01-01&end=2026-02-01`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('30 days') },
    });
    expect(await get(`${path}?start=2026-01-02&end=2026-01-01`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('before start') },
    });
    expect(await get(`${path}?start=tomorrow&end=2026-01-01`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('start') },
    });
  });

  test('US13: calls begin on the first kept day', async () => {
    const { read } = await start();
    const body = await read('/calls?start=2020-01-01', UsageCalls);
    expect(body.start).toBe(dateOf(dayAt(noon) - 30));
  });

  test('US16: a call whose provider counts nothing is marked as an estimate', async () => {
    const { ask, clock, read } = await start({
      kinds: ['chat'],
      chat: () => {
        clock.time += 1234;
        return [
          { type: 'text', text: 'Take 60 grams.' },
          { type: 'finish', reason: 'stop', usage: {} },
        ];
      },
    });
    await ask('/chat', question);
    const body = await read('/calls', UsageCalls);
    expect(body.items[0]).toMatchObject({ estimated: true, durationMs: 1234 });
  });
});

describe('clean-up', () => {
  test('US14: hidden models are kept in order, and statistics still count them', async () => {
    const { ask, get, post, read } = await start();
    await ask('/chat', question);
    expect((await get('/cleanup')).body).toMatchObject({ hiddenModels: [] });
    expect(await post('/cleanup/hidden', { hiddenModels: [' fake-chat ', 'b', '', 'b'] })).toEqual({
      status: 200,
      body: { saved: true },
    });
    expect((await get('/cleanup')).body).toMatchObject({ hiddenModels: ['fake-chat', 'b'] });
    expect((await read('/stats', UsageStats)).modelsInRange).toEqual(['fake-chat']);
  });

  test('US15: usage moves to another model, and goes', async () => {
    const { ask, post, read } = await start();
    await ask('/chat', question);
    await ask('/chat', question);
    const changed = { changedDays: 1, affectedCalls: 2, affectedLogs: 2 };
    const nothing = { changedDays: 0, affectedCalls: 0, affectedLogs: 0 };
    expect(
      (await post('/cleanup/merge', { sourceModel: 'fake-chat', targetModel: 'fake-chat' })).body,
    ).toEqual({ merged: true, ...nothing });
    expect((await post('/cleanup/merge', { sourceModel: 'fake-chat', targetModel: 'new' })).body).toEqual({
      merged: true,
      ...changed,
    });
    expect(await read('/calls?model=new', UsageCalls)).toMatchObject({
      total: 2,
      items: [{ model: 'new' }, { model: 'new' }],
    });
    expect((await read('/today', UsageToday)).models).toMatchObject([{ model: 'new', calls: 2 }]);
    expect((await post('/cleanup/delete', { model: 'new' })).body).toEqual({ deleted: true, ...changed });
    expect((await read('/today', UsageToday)).models).toEqual([]);
    expect((await read('/calls', UsageCalls)).total).toBe(0);
  });

  test('US15: a missing model or a wrong range is 400 with the flag false', async () => {
    const { post } = await start();
    expect(await post('/cleanup/merge', { sourceModel: 'a' })).toMatchObject({
      status: 400,
      body: { merged: false },
    });
    expect(await post('/cleanup/delete', { model: 'a', start: '2030-01-01' })).toMatchObject({
      status: 400,
      body: { deleted: false },
    });
    expect(await post('/cleanup/delete', { model: 'a', end: 'soon' })).toMatchObject({
      status: 400,
      body: { deleted: false },
    });
    expect(await post('/cleanup/hidden', { hiddenModels: 'a' })).toMatchObject({
      status: 400,
      body: { saved: false },
    });
  });
});

test('WIRE3: an operation that lacks its body is refused in its own form and changes nothing', async () => {
  const { get, post } = await start();
  await post('/cleanup/hidden', { hiddenModels: ['old'] });
  const refused = {
    status: 400,
    body: { saved: false, error: 'hiddenModels must be a list of model names' },
  };
  for (const body of [{}, { hidden: ['a'] }]) expect(await post('/cleanup/hidden', body)).toEqual(refused);
  expect(await get('/cleanup')).toMatchObject({ status: 200, body: { hiddenModels: ['old'] } });
  for (const path of ['/evaluations/datasets', '/evaluations/run']) {
    const reply = await app?.inject({ method: 'POST', url: consolePrefix + path, headers: asAdmin });
    expect([path, reply?.statusCode, typeof reply?.json().error]).toEqual([path, 400, 'string']);
  }
  const lists = ['/evaluations/datasets', '/evaluations/runs'].map(
    async (path) => (await app?.inject({ url: consolePrefix + path, headers: asAdmin }))?.json().length,
  );
  // The built-in dataset is always there.
  expect(await Promise.all(lists)).toEqual([1, 0]);
});
