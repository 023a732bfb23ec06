import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayAt, startOfDay } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import { testEngines } from '../../../../test/databases.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import {
  ask,
  createTestUsage,
  drain,
  greedy,
  noon,
  openAgain,
  readTotals,
} from '../../../../test/fakes/usage.ts';
import { longestCallMs } from './settle-abandoned.ts';
import { orphaned, succeeded } from './outcome.ts';
import { nothingSpent } from './spending.ts';

const signal = new AbortController().signal;
const day = dayAt(noon);

const settled = <T>(results: readonly PromiseSettledResult<T>[], status: 'fulfilled' | 'rejected') =>
  results.filter((result) => result.status === status).length;

describe.each(testEngines)('the ledger on %s', (_engine, open) => {
  let db: Database;
  let again: Database;
  beforeEach(async () => {
    db = await open();
    await createTestUsage(db).then((one) => one.close());
    again = await openAgain(db);
  });
  afterEach(async () => {
    await again.close();
    await db.close();
  });

  test('US8: before the database is closed, calls that were just aborted are settled', async () => {
    const leaving = new AbortController();
    const begun = Promise.withResolvers<void>();
    const { booked, usage } = await createTestUsage(db, {
      models: createFakeModels({
        chat: (call) =>
          (async function* () {
            yield { type: 'text' as const, text: 'yes' };
            begun.resolve();
            await new Promise((_, reject) =>
              call.signal.addEventListener('abort', () => reject(call.signal.reason)),
            );
          })(),
      }),
    });
    const running = drain(booked.chat(ask({ signal: leaving.signal }))).catch(() => undefined);
    await begun.promise;
    leaving.abort();
    await usage[Symbol.asyncDispose]?.();
    expect(await readTotals(db, 0, 100_000)).toMatchObject([{ calls: 1, status: 'aborted' }]);
    await running;
  });

  test('US8: before the database is closed, a call whose reservation was under way is settled too', async () => {
    const { booked, usage } = await createTestUsage(db);
    const running = drain(booked.chat(ask()));
    await usage[Symbol.asyncDispose]?.();
    expect(await readTotals(db, 0, 100_000)).toMatchObject([{ calls: 1, status: 'success' }]);
    await running;
  });

  /** Checks that spending equals the totals, and the totals equal the records. */
  async function expectBooksToBalance({ store }: Awaited<ReturnType<typeof createTestUsage>>): Promise<void> {
    const rows = await readTotals(db, 0, 100_000);
    const tokens = rows.reduce(
      (sum, row) => sum + row.prompt_tokens + row.completion_tokens + row.embedding_tokens,
      0,
    );
    const spendings = await store.spending.ofDay(day);
    expect(spendings.reduce((sum, row) => sum + row.used, 0)).toBe(tokens);
    for (const row of rows) {
      const calls = await store.reading.calls({
        day: row.day,
        series: [row.series],
        calls: 0,
        skip: 0,
        take: 10_000,
        sort: 'asc',
      });
      expect(calls).toHaveLength(row.calls);
      expect(calls.reduce((sum, call) => sum + call.prompt_tokens, 0)).toBe(row.prompt_tokens);
      expect(calls.reduce((sum, call) => sum + call.completion_tokens, 0)).toBe(row.completion_tokens);
    }
  }

  test('US7: 200 parallel calls pass a ceiling by one reservation at most', async () => {
    const models = createFakeModels({ chat: greedy });
    const one = await createTestUsage(db, { models });
    const two = await createTestUsage(again, { models });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 2050 } });
    await two.saveLimits({});
    const calls = Array.from({ length: 200 }, (_, nth) =>
      drain((nth % 2 === 0 ? one : two).booked.chat(ask())),
    );
    const results = await Promise.allSettled(calls);
    expect(settled(results, 'fulfilled')).toBe(21);
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 2100, reserved: 0 }]);
    expect(models.calls.chat).toHaveLength(21);
    await expectBooksToBalance(one);
  });

  test('US7: reservations of running calls count', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    const two = await createTestUsage(again, { models: one.models });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 300 } });
    const running = Array.from({ length: 40 }, (_, nth) =>
      (nth % 2 === 0 ? one : two).booked.chat(ask())[Symbol.asyncIterator](),
    );
    const begun = await Promise.allSettled(running.map((call) => call.next()));
    expect(settled(begun, 'fulfilled')).toBe(3);
    for (const call of running) await call.return?.();
    // The three calls were aborted after 5 + 1 tokens each.
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 18, reserved: 0 }]);
    await drain(one.booked.chat(ask()));
    await expectBooksToBalance(one);
  });

  test('US7: a refusal says when to come back, is recorded and costs nothing', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 100 } });
    await drain(one.booked.chat(ask()));
    const refused = await drain(one.booked.chat(ask({ scenario: 'search_answer', logId: 'log-9' }))).catch(
      (error: unknown) => error,
    );
    if (!isFault(refused, 'limited')) throw new Error('the call was not limited');
    expect(refused.details).toEqual({
      limit: 'model-tokens',
      allowed: 100,
      used: 100,
      retryAfterSeconds: Math.ceil((startOfDay(day + 1) - noon) / 1000),
    });
    const rows = await readTotals(db, day, day);
    expect(rows.map(({ scenario, status, calls }) => ({ scenario, status, calls }))).toEqual([
      { scenario: 'visitor_qa', status: 'success', calls: 1 },
      { scenario: 'search_answer', status: 'limited', calls: 1 },
    ]);
    expect(one.metered.at(-1)).toMatchObject({ status: 'limited', tokens: 0 });
    await expectBooksToBalance(one);
  });

  test('US7: admission refuses what the meter would refuse, before anything is spent', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 100 } });
    await one.usage.limits.checkModel('');
    await drain(one.booked.chat(ask()));
    for (const name of ['', 'fake-chat']) {
      await expect(one.usage.limits.checkModel(name)).rejects.toMatchObject({
        code: 'limited',
        details: { limit: 'model-tokens' },
      });
    }
    await one.usage.limits.checkModel('another');
    expect(one.models.calls.chat).toHaveLength(1);
  });

  test('US7: ceilings hold for every kind, and for the default model by any of its names', async () => {
    const one = await createTestUsage(db);
    const texts = ['x'.repeat(100)];
    await one.saveLimits({
      enabled: true,
      chatModelLimits: { 'ai-foundation-default-embedding': 100, 'fake-rerank': 1 },
    });
    await one.booked.embed({ model: '', scenario: 'index_embedding', texts, signal });
    await expect(
      one.booked.embed({ model: 'fake-embedding', scenario: 'index_embedding', texts, signal }),
    ).rejects.toMatchObject({ code: 'limited' });
    const rerank = {
      model: '',
      scenario: 'search_rerank',
      query: 'q',
      documents: ['d'],
      topN: 1,
      signal,
    } as const;
    await one.booked.rerank(rerank);
    await expect(one.booked.rerank(rerank)).rejects.toMatchObject({ code: 'limited' });
    await one.saveLimits({ enabled: false });
    await one.booked.rerank(rerank);
  });

  test('US7: a ceiling counts one day', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 100 } });
    await drain(one.booked.chat(ask()));
    one.clock.time = startOfDay(day + 1) - 1;
    await expect(drain(one.booked.chat(ask()))).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    one.clock.time = startOfDay(day + 1);
    await drain(one.booked.chat(ask()));
  });

  test('a call that runs over midnight is booked on the day it began', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    one.clock.time = startOfDay(day + 1) - 1;
    for await (const part of one.booked.chat(ask())) {
      void part;
      one.clock.time = startOfDay(day + 1) + 5_000;
    }
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 100, reserved: 0 }]);
    expect(await one.store.spending.ofDay(day + 1)).toEqual([]);
    expect(await readTotals(db, day, day + 1)).toMatchObject([{ day, duration_ms: 5_001 }]);
  });

  test('US8: however often and from wherever a call is settled, it counts once', async () => {
    const one = await createTestUsage(db);
    const two = await createTestUsage(again);
    const key = { model: 'm', type: 'chat', scenario: 'visitor_qa', diagnosis: '' } as const;
    const promised = { ...nothingSpent, promptTokens: 10 };
    const reserved = await one.store.ledger.reserve({
      day,
      startedAt: noon,
      key: { ...key, status: 'open' },
      promised,
      logId: '',
      instance: 'test',
      ceiling: undefined,
    });
    if (!('id' in reserved)) throw new Error('not reserved');
    const close = (from: typeof one, outcome: typeof succeeded) =>
      from.store.ledger.settle({
        id: reserved.id,
        day,
        key: { ...key, status: outcome.status },
        reserved: 10,
        spent: promised,
        cost: 0,
        durationMs: 1,
        error: outcome.error,
      });
    const results = await Promise.all([
      close(one, succeeded),
      close(two, orphaned),
      close(one, orphaned),
      close(two, succeeded),
    ]);
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 10, reserved: 0 }]);
    await expectBooksToBalance(one);
  });

  test('US8, RUN2: open calls of processes that are gone are booked at start as all they may have used', async () => {
    const one = await createTestUsage(db);
    const reserve = (instance: string, startedAt: number) =>
      one.store.ledger.reserve({
        day,
        startedAt,
        key: { model: 'm', type: 'chat', scenario: 'visitor_qa', status: 'open', diagnosis: '' },
        promised: { ...nothingSpent, promptTokens: 10, completionTokens: 100, estimated: true },
        logId: '',
        instance,
        ceiling: undefined,
      });
    await reserve('test', noon);
    await reserve('replica 1', noon);
    await reserve('replica 2', noon);
    // Abandoned: calls of dead processes, and any older than the longest possible call.
    await reserve('gone', noon);
    await reserve('gone', noon);
    await reserve('replica 1', noon - longestCallMs - 1);
    expect(await one.usage.settleAbandoned()).toBe(3);
    expect(one.warnings).toEqual([{ calls: 3 }]);
    expect(await one.usage.settleAbandoned()).toBe(0);
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 330, reserved: 330 }]);
    expect(await readTotals(db, day, day)).toMatchObject([
      { status: 'aborted', calls: 3, estimated: 3, prompt_tokens: 30 },
    ]);
    expect(one.log.errors).toEqual([]);
    await expectBooksToBalance(one);
  });

  test('a ceiling that dead processes fill has room again without a restart', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 1000 } });
    await one.store.ledger.reserve({
      day,
      startedAt: noon,
      key: { model: 'fake-chat', type: 'embed', scenario: 'index_embedding', status: 'open', diagnosis: '' },
      promised: { ...nothingSpent, embeddingTokens: 999 },
      logId: '',
      instance: 'replica',
      ceiling: undefined,
    });
    await drain(one.booked.chat(ask({ maxTokens: 1 })));
    await expect(one.usage.limits.checkModel('')).rejects.toMatchObject({ code: 'limited' });
    one.clock.time += longestCallMs + 1;
    await expect(drain(one.booked.chat(ask()))).rejects.toMatchObject({ code: 'limited' });
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 999 + 100, reserved: 0 }]);
  });

  test('US8: reports include the calls of a dead replica, without a restart', async () => {
    const one = await createTestUsage(db);
    await one.usage.settleAbandoned();
    await one.store.ledger.reserve({
      day,
      startedAt: noon,
      key: { model: 'm', type: 'image', scenario: 'pet_master', status: 'open', diagnosis: '' },
      promised: { ...nothingSpent, promptTokens: 7, images: 1, estimated: true },
      logId: '',
      instance: 'replica',
      ceiling: undefined,
    });
    const today = one.usage.routes[0]?.handlers['today'];
    const figures = async () =>
      today && Reflect.apply(today, undefined, [{ params: {}, query: {}, body: {} }]);
    expect(await figures()).toMatchObject({ models: [{ calls: 0, reserved: 7 }] });
    one.clock.time += longestCallMs + 1;
    expect(await figures()).toMatchObject({ models: [{ calls: 1, aborted: 1, images: 1, reserved: 0 }] });
  });

  test('50, 80 and 100 percent of a ceiling are logged once a day, by any process', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    const two = await createTestUsage(again, { models: one.models });
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 1000 } });
    for (let nth = 0; nth < 10; nth += 1) await drain((nth % 2 === 0 ? one : two).booked.chat(ask()));
    const told = [...one.warnings, ...two.warnings].map(({ percent, used }) => [percent, used]);
    expect(told.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [50, 500],
      [80, 800],
      [100, 1000],
    ]);
  });
});
