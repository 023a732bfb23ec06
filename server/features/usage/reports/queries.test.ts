import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallsQuery, DiagnosticsQuery, StatsQuery } from '../../../../contract/usage/usage.ts';
import type { CallType, CallStatus } from '../../../../contract/usage/figures.ts';
import { dateOf, dayAt, startOfDay } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import type { Scenario } from '../../../ports/models.ts';
import { testEngines } from '../../../../test/databases.ts';
import { seeded } from '../../../../test/fakes/random.ts';
import { createTestUsage, drain, noon } from '../../../../test/fakes/usage.ts';
import { diagnose } from './diagnosis.ts';
import { isFailure } from '../ledger/outcome.ts';
import { createReportQueries } from './queries.ts';
import { nothingSpent } from '../ledger/spending.ts';
import { createUsageQueries } from '../store/queries.ts';

const today = dayAt(noon);

interface Past {
  readonly at: number;
  readonly model: string;
  readonly type: CallType;
  readonly scenario: Scenario;
  readonly status: CallStatus;
  readonly error: string;
  readonly tokens: number;
}

/** Records a call in the past. */
async function book({ store }: Awaited<ReturnType<typeof createTestUsage>>, past: Past): Promise<void> {
  const { model, type, scenario, status, error, at, tokens } = past;
  const day = dayAt(at);
  const key = { model, type, scenario, diagnosis: isFailure(status) ? diagnose(type, error) : '' } as const;
  const begun = { day, startedAt: at, logId: '' };
  if (status === 'limited') return store.ledger.refuse({ ...begun, key: { ...key, status }, error });
  const spent = { ...nothingSpent, promptTokens: tokens };
  const open = { ...key, status: 'open' as const };
  const reserved = await store.ledger.reserve({
    ...begun,
    key: open,
    promised: spent,
    instance: '["h",1,"x"]',
    ceiling: undefined,
  });
  if (!('id' in reserved)) throw new Error('not reserved');
  const settlement = { id: reserved.id, day, key: { ...key, status }, reserved: tokens, spent };
  await store.ledger.settle({ ...settlement, cost: tokens / 1000, durationMs: tokens * 2, error });
}

const call = (past: Partial<Past>): Past => ({
  at: noon,
  model: 'a',
  type: 'chat',
  scenario: 'visitor_qa',
  status: 'success',
  error: '',
  tokens: 1,
  ...past,
});

describe.each(testEngines)('reading usage on %s', (_engine, open) => {
  let db: Database;
  let one: Awaited<ReturnType<typeof createTestUsage>>;
  beforeEach(async () => {
    db = await open();
    one = await createTestUsage(db);
  });
  afterEach(async () => {
    one.close();
    await db.close();
  });

  const readingWith = (sortedAtMost?: number) =>
    createReportQueries({
      store: { ...one.store, reading: createUsageQueries(db, sortedAtMost) },
      settleAgain: async () => 0,
      clock: one.clock,
      ceilingOf: async () => undefined,
      costCeiling: async () => undefined,
      isUnpriced: () => false,
    });

  test('US10: any page of any filter equals that of a naive implementation', async () => {
    const random = seeded(11);
    const pick = <T>(values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0];
    const all: Past[] = [];
    for (let nth = 0; nth < 300; nth += 1) {
      const status = pick<CallStatus>([
        'success',
        'success',
        'success',
        'failed',
        'aborted',
        'limited',
        'refused',
      ]);
      all.push(
        call({
          // Few distinct times, so that many calls share one.
          at: startOfDay(today - random(9)) + random(4) * 3_600_000,
          model: pick(['a', 'b', 'rare', 'a']),
          type: pick(['chat', 'embed', 'rerank']),
          scenario: pick(['visitor_qa', 'search_answer', 'index_embedding']),
          status,
          error: isFailure(status) ? pick(['HTTP 401', 'HTTP 429', 'it broke']) : '',
          tokens: status === 'limited' ? 0 : nth,
        }),
      );
    }
    for (const past of all) await book(one, past);
    const listed = all.map((past, nth) => ({ ...past, nth }));
    // With all pages sorted, all pages scanned, and a mix by size.
    for (const reading of [readingWith(1e9), readingWith(0), readingWith(5)]) {
      for (let round = 0; round < 25; round += 1) {
        const query = CallsQuery.parse({
          model: pick(['', 'a', 'rare', 'none']),
          type: pick(['', 'chat', 'embed']),
          scenario: pick(['', 'all', 'visitor_qa']),
          status: pick(['all', 'success', 'failed']),
          sort: pick(['asc', 'desc']),
          page: 1 + random(6),
          size: 1 + random(30),
          ...pick<object>([
            {},
            { start: dateOf(today - 8), end: dateOf(today - 1) },
            { start: dateOf(today) },
          ]),
        });
        const page = await reading.calls(query);
        const inRange = listed.filter(({ at, model }) => {
          const date = dateOf(dayAt(at));
          return date >= page.start && date <= page.end && (query.model === '' || model === query.model);
        });
        const matching = inRange
          .filter((past) => query.type === '' || past.type === query.type)
          .filter((past) => ['', 'all', past.scenario].includes(query.scenario))
          .filter(
            (past) =>
              query.status === 'all' ||
              (query.status === 'failed' ? isFailure(past.status) : past.status === 'success'),
          )
          .toSorted((a, b) => (a.at - b.at || a.nth - b.nth) * (query.sort === 'asc' ? 1 : -1));
        expect(page.total).toBe(matching.length);
        expect(page.items.map((item) => item.totalTokens)).toEqual(
          matching.slice((query.page - 1) * query.size, query.page * query.size).map(({ tokens }) => tokens),
        );
        expect(page.types).toEqual([...new Set(inRange.map(({ type }) => type))].toSorted());
        expect(page.scenarios).toEqual([...new Set(inRange.map(({ scenario }) => scenario))].toSorted());
      }
    }
  });

  test('a call is shown with all that is known of it', async () => {
    await book(one, call({ status: 'failed', error: 'HTTP 500: it broke', tokens: 7 }));
    const page = await readingWith().calls(CallsQuery.parse({}));
    expect(page.items).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        date: dateOf(today),
        time: new Date(noon).toISOString(),
        model: 'a',
        type: 'chat',
        scenario: 'visitor_qa',
        promptTokens: 7,
        completionTokens: 0,
        embeddingTokens: 0,
        totalTokens: 7,
        failure: true,
        durationMs: 14,
        error: 'HTTP 500: it broke',
        estimated: false,
        status: 'failed',
        images: 0,
        cost: 0.007,
      },
    ]);
  });

  test('open calls are not listed until they are settled', async () => {
    await one.store.ledger.reserve({
      day: today,
      startedAt: noon,
      key: { model: 'a', type: 'chat', scenario: 'visitor_qa', status: 'open', diagnosis: '' },
      promised: { ...nothingSpent, promptTokens: 5 },
      logId: '',
      instance: '["h",1,"x"]',
      ceiling: undefined,
    });
    expect(await readingWith().calls(CallsQuery.parse({}))).toMatchObject({ total: 0, items: [] });
    expect(await readingWith().today()).toMatchObject({ models: [{ model: 'a', calls: 0, reserved: 5 }] });
  });

  test('US17: a model has recovered when its last three calls of the day succeeded', async () => {
    const failed = { status: 'failed' as const, error: 'HTTP 500' };
    for (const minute of [0, 1, 2]) {
      for (const model of ['mended', 'broken'])
        await book(one, call({ at: noon + minute * 60_000, model, ...failed }));
      await book(one, call({ at: noon + minute * 60_000, model: 'fine' }));
    }
    for (const minute of [3, 4, 5]) await book(one, call({ at: noon + minute * 60_000, model: 'mended' }));
    for (const minute of [3, 4]) await book(one, call({ at: noon + minute * 60_000, model: 'broken' }));
    const { models } = await readingWith().today();
    expect(models.filter(({ recovered }) => recovered).map(({ model }) => model)).toEqual(['mended']);
  });

  test('US17: a model is failing by its last calls, however many succeeded before', async () => {
    const failed = { status: 'failed' as const };
    for (let minute = 0; minute < 40; minute += 1)
      for (const model of ['revoked', 'slow', 'flaky', 'once'])
        await book(one, call({ at: noon + minute * 60_000, model }));
    const later = noon + 3_600_000;
    for (const minute of [4, 3, 2, 1, 0])
      await book(
        one,
        call({ at: later - minute * 60_000, model: 'revoked', ...failed, error: 'HTTP 401: no such key' }),
      );
    for (const minute of [0, 1, 2])
      await book(one, call({ at: later + minute * 60_000, model: 'slow', ...failed, error: 'HTTP 500' }));
    for (let minute = 0; minute < 10; minute += 1)
      await book(
        one,
        call({
          at: later + minute * 60_000,
          model: 'flaky',
          ...(minute % 2 === 1 && { ...failed, error: 'HTTP 502' }),
        }),
      );
    await book(one, call({ at: later, model: 'once', ...failed, error: 'HTTP 500' }));
    const { models } = await readingWith().today();
    expect(models.filter(({ failing }) => failing).map(({ model }) => model)).toEqual([
      'revoked',
      'slow',
      'flaky',
    ]);
    expect(models.find(({ model }) => model === 'revoked')?.lastFailure).toEqual({
      time: new Date(later).toISOString(),
      error: 'HTTP 401: no such key',
    });
    await book(one, call({ at: later + 60_000, model: 'revoked' }));
    const after = await readingWith().today();
    expect(after.models.find(({ model }) => model === 'revoked')).toMatchObject({ failing: false });
  });

  test('US17: calls of yesterday count, a ceiling and a visitor who left say nothing', async () => {
    const failed = { status: 'failed' as const, error: 'HTTP 503' };
    const yesterday = startOfDay(today - 1) + 3_600_000;
    for (const minute of [0, 1])
      await book(one, call({ at: yesterday + minute * 60_000, model: 'night', ...failed }));
    await book(one, call({ at: noon, model: 'night', ...failed }));
    await book(one, call({ at: noon + 60_000, model: 'night', status: 'limited', tokens: 0 }));
    await book(one, call({ at: noon + 120_000, model: 'night', status: 'aborted' }));
    expect((await readingWith().today()).models).toMatchObject([{ model: 'night', failing: true }]);
  });

  test('US9: statistics have every day, and yesterday beside them', async () => {
    await book(one, call({ at: startOfDay(today - 3), tokens: 10 }));
    await book(
      one,
      call({ at: startOfDay(today - 3), model: 'b', status: 'failed', error: 'HTTP 500', tokens: 0 }),
    );
    await book(one, call({ at: startOfDay(today - 1), model: 'b', tokens: 30 }));
    await book(one, call({ at: startOfDay(today - 1), model: 'b', status: 'limited', tokens: 0 }));
    const stats = await readingWith().stats(StatsQuery.parse({ range: '7d', model: 'a' }));
    expect(stats).toMatchObject({
      range: '7d',
      start: dateOf(today - 6),
      end: dateOf(today),
      days: 7,
      modelsInRange: ['a'],
    });
    expect(stats.daily.map(({ date, calls }) => [date, calls])).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((ago) => [dateOf(today - ago), ago === 3 ? 1 : 0]),
    );
    const all = await readingWith().stats(StatsQuery.parse({ range: '30d' }));
    expect(all.totals).toMatchObject({
      calls: 3,
      failures: 1,
      limited: 1,
      promptTokens: 40,
      modelCount: 2,
      failureRate: 33.33,
      cost: 0.04,
    });
    expect(all.daily.at(-4)).toMatchObject({
      modelCount: 2,
      byModel: {
        a: { p: 10, c: 0, e: 0, calls: 1, failures: 0 },
        b: { p: 0, c: 0, e: 0, calls: 1, failures: 1 },
      },
    });
    expect(all.modelsInRange).toEqual(['a', 'b']);
    for (const { yesterday } of [stats, all]) {
      expect(yesterday).toMatchObject({
        calls: 1,
        promptTokens: 30,
        failures: 0,
        failureRate: 0,
        limited: 1,
      });
    }
  });

  test('US11: failures are grouped by type, scenario and cause, with remedies', async () => {
    const fail = (past: Partial<Past>) => book(one, call({ status: 'failed', tokens: 0, ...past }));
    await fail({ at: noon - 50, error: 'HTTP 401: no' });
    await fail({ at: noon - 90, error: 'HTTP 401: first' });
    await fail({ at: noon - 10, type: 'embed', scenario: 'index_embedding', error: 'refused' });
    for (let nth = 0; nth < 9; nth += 1)
      await fail({ at: noon + nth, model: 'b', scenario: 'writing_assist', error: `HTTP 429 ${nth}` });
    await book(one, call({}));
    await book(one, call({ status: 'aborted' }));
    const found = await readingWith().failures(DiagnosticsQuery.parse({}));
    expect(found).toMatchObject({
      start: dateOf(today - 6),
      end: dateOf(today),
      total: 12,
      byType: [
        { key: 'chat', label: 'Chat', count: 11 },
        { key: 'embed', label: 'Embedding', count: 1 },
      ],
      byScenario: [
        { key: 'writing_assist', count: 9 },
        { key: 'visitor_qa', count: 2 },
        { key: 'index_embedding', count: 1 },
      ],
      byDiagnosis: [
        { key: 'rate_limit', count: 9, example: 'HTTP 429 0' },
        { key: 'auth', count: 2, example: 'HTTP 401: first' },
        { key: 'embedding_model', count: 1, example: 'refused' },
      ],
    });
    expect(found.recent.map(({ error }) => error)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((nth) => `HTTP 429 ${nth}`),
    );
    expect(found.recent[0]).toMatchObject({
      diagnosis: 'rate_limit',
      typeLabel: 'Chat',
      scenarioLabel: 'Writing help',
    });
    for (const { suggestion, label } of found.byDiagnosis)
      expect([suggestion.length, label.length].every((length) => length > 5)).toBe(true);
    expect(await readingWith().failures(DiagnosticsQuery.parse({ model: 'none' }))).toMatchObject({
      total: 0,
      recent: [],
      byDiagnosis: [],
    });
  });

  test('US12: call details older than thirty days are forgotten, their totals stay', async () => {
    await book(one, call({ at: startOfDay(today - 31), tokens: 5 }));
    await book(one, call({ at: startOfDay(today - 30), tokens: 6 }));
    await one.usage.everyDay();
    await one.usage.everyDay();
    const records = db.query
      .withTables<{ usage_calls: { day: number } }>()
      .selectFrom('usage_calls')
      .select('day');
    expect(await records.execute()).toEqual([{ day: today - 30 }]);
    const stats = await readingWith().stats(
      StatsQuery.parse({ start: dateOf(today - 32), end: dateOf(today - 30) }),
    );
    expect(stats.daily.map(({ promptTokens }) => promptTokens)).toEqual([0, 5, 6]);
    const page = await readingWith().calls(
      CallsQuery.parse({ start: dateOf(today - 32), end: dateOf(today - 2) }),
    );
    expect(page).toMatchObject({ start: dateOf(today - 30), total: 1, retentionDays: 30 });
  });

  test('today shows ceilings, their use and their alerts', async () => {
    await one.saveLimits({ enabled: true, chatModelLimits: { 'fake-chat': 1000, 'fake-rerank': 10 } });
    await one.booked.rerank({
      model: '',
      scenario: 'search_rerank',
      query: 'q',
      documents: Array<string>(8).fill('d'),
      topN: 1,
      signal: new AbortController().signal,
    });
    await drain(
      one.booked.chat({
        model: '',
        scenario: 'visitor_qa',
        task: { kind: 'ping' },
        messages: [{ role: 'user', content: 'hello' }],
        signal: new AbortController().signal,
      }),
    );
    const handler = one.usage.routes[0]?.handlers['today'];
    if (!handler) throw new Error('no handler');
    expect(await Reflect.apply(handler, undefined, [{}])).toMatchObject({
      date: dateOf(today),
      models: [
        { model: 'fake-rerank', promptTokens: 8, calls: 1, limit: 10, usedPercent: 80, alert: 80 },
        {
          model: 'fake-chat',
          promptTokens: 10,
          completionTokens: 5,
          calls: 1,
          limit: 1000,
          usedPercent: 1.5,
          alert: 0,
          reserved: 0,
        },
      ],
      alerts: [{ model: 'fake-rerank', percent: 80, limit: 10 }],
    });
  });
});
