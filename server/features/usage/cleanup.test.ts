import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayAt } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { testEngines } from '../../../test/databases.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { seeded } from '../../../test/fakes/random.ts';
import { createTestUsage, drain, noon, openAgain, readTotals } from '../../../test/fakes/usage.ts';
import type { CallStatus } from '../../../contract/usage/figures.ts';
import { nothingSpent, tokensOf } from './ledger/spending.ts';
import { batchSize } from './store/batches.ts';

const today = dayAt(noon);

describe.each(testEngines)('clean-up on %s', (_engine, open) => {
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

  const settle = async (model: string, day: number, tokens: number, status: CallStatus = 'success') => {
    const key = { model, type: 'chat', scenario: 'visitor_qa', diagnosis: '' } as const;
    const spent = { ...nothingSpent, promptTokens: tokens };
    const reserved = await one.store.ledger.reserve({
      day,
      startedAt: noon,
      key: { ...key, status: 'open' },
      promised: spent,
      logId: '',
      instance: '["h",1,"x"]',
      ceiling: undefined,
    });
    if (!('id' in reserved)) throw new Error('not reserved');
    await one.store.ledger.settle({
      id: reserved.id,
      day,
      key: { ...key, status },
      reserved: tokens,
      spent,
      cost: 0.5,
      durationMs: 1,
      error: '',
    });
  };

  const limited = (model: string, day: number) =>
    one.store.ledger.refuse({
      day,
      startedAt: noon,
      key: { model, type: 'chat', scenario: 'visitor_qa', status: 'limited', diagnosis: '' },
      logId: '',
      error: '',
    });

  /** Calls and tokens by model and day from the totals, after checking that records and spending agree. */
  const books = async (days: readonly number[]) => {
    const found: Record<string, [calls: number, tokens: number]> = {};
    for (const day of days) {
      const rows = await readTotals(db, day, day);
      for (const [model, own] of Map.groupBy(rows, (row) => row.model)) {
        const calls = own.reduce((sum, row) => sum + row.calls, 0);
        const tokens = own.reduce((sum, row) => sum + row.prompt_tokens, 0);
        const series = own.map((row) => row.series);
        const records = await one.store.reading.calls({
          day,
          series,
          calls: 0,
          skip: 0,
          take: 1e6,
          sort: 'asc',
        });
        const counted = records.map((row) =>
          tokensOf({ promptTokens: row.prompt_tokens, completionTokens: 0, embeddingTokens: 0 }),
        );
        expect([records.length, counted.reduce((sum, one) => sum + one, 0)]).toEqual([calls, tokens]);
        const spending = (await one.store.spending.ofDay(day)).find((row) => row.model === model);
        expect(spending?.used).toBe(tokens);
        found[`${model} ${today - day}`] = [calls, tokens];
      }
    }
    return found;
  };

  test('US15: merging moves totals, records and today’s use of the days asked for', async () => {
    await settle('old', today - 2, 1);
    await settle('old', today - 1, 10);
    await settle('old', today - 1, 20, 'failed');
    await settle('old', today, 30);
    await settle('new', today, 5);
    await limited('old', today);
    const changed = await one.store.cleanup.merge({ model: 'old', first: today - 1, last: today }, 'new');
    expect(changed).toEqual({ changedDays: 2, affectedCalls: 3, affectedLogs: 4 });
    expect(await books([today - 2, today - 1, today])).toEqual({
      'old 2': [1, 1],
      'new 1': [2, 30],
      'new 0': [3, 35],
    });
    expect(await one.store.spending.of(today, 'old')).toBe(0);
    expect((await readTotals(db, today, today)).reduce((sum, row) => sum + row.cost, 0)).toBe(1);
    const again = await one.store.cleanup.merge({ model: 'old', first: today - 1, last: today }, 'new');
    expect(again).toEqual({ changedDays: 0, affectedCalls: 0, affectedLogs: 0 });
  });

  test('US15: deleting removes totals and records, and gives the ceiling of today room', async () => {
    await settle('old', today - 1, 10);
    await settle('old', today, 30);
    await settle('other', today, 7);
    const changed = await one.store.cleanup.remove({ model: 'old', first: today, last: today });
    expect(changed).toEqual({ changedDays: 1, affectedCalls: 1, affectedLogs: 1 });
    expect(await books([today - 1, today])).toEqual({ 'old 1': [1, 10], 'other 0': [1, 7] });
    expect(await one.store.spending.of(today, 'old')).toBe(0);
    expect(await one.store.cleanup.remove({ model: 'never', first: today, last: today })).toEqual({
      changedDays: 0,
      affectedCalls: 0,
      affectedLogs: 0,
    });
  });

  test('an open call keeps its reservation and is settled where it began', async () => {
    const models = createFakeModels({
      chat: () => [
        { type: 'text', text: 'a' },
        { type: 'finish', reason: 'stop', usage: { promptTokens: 3, completionTokens: 4 } },
      ],
    });
    const call = one.usage.meter(models).chat({
      model: '',
      scenario: 'visitor_qa',
      task: { kind: 'ping' },
      messages: [{ role: 'user', content: 'four' }],
      signal: new AbortController().signal,
    });
    const parts = call[Symbol.asyncIterator]();
    await parts.next();
    const reserved = await one.store.spending.of(today, 'fake-chat');
    await one.store.cleanup.remove({ model: 'fake-chat', first: today, last: today });
    await one.store.cleanup.merge({ model: 'fake-chat', first: today, last: today }, 'new');
    expect(await one.store.spending.of(today, 'fake-chat')).toBe(reserved);
    await drain({ [Symbol.asyncIterator]: () => parts });
    expect(await one.store.spending.of(today, 'fake-chat')).toBe(7);
  });

  test('more records than one statement changes are all changed', async () => {
    const many = db.query.withTables<{ usage_calls: Record<string, number | string> }>();
    await settle('old', today, 0);
    const [row] = await readTotals(db, today, today);
    const record = {
      day: today,
      started_at: noon,
      series: row?.series ?? 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      embedding_tokens: 0,
      images: 0,
      cost: 0,
      duration_ms: 0,
      estimated: 0,
      error: '',
      log_id: '',
    };
    for (let nth = 0; nth < 7; nth += 1)
      await many
        .insertInto('usage_calls')
        .values(Array.from({ length: 1000 }, () => record))
        .execute();
    expect(7001).toBeGreaterThan(batchSize);
    const past = { model: 'old', first: today, last: today };
    expect(await one.store.cleanup.merge(past, 'new')).toMatchObject({
      affectedCalls: 1,
      affectedLogs: 7001,
    });
    expect(await one.store.cleanup.remove({ ...past, model: 'new' })).toMatchObject({
      affectedCalls: 1,
      affectedLogs: 7001,
    });
  });

  test('merging back and forth while calls are being settled loses nothing', async () => {
    const again = await openAgain(db);
    const two = await createTestUsage(again);
    try {
      const random = seeded(5);
      const work = Array.from({ length: 120 }, async (_, nth) => {
        if (nth % 10 === 9) {
          const [from, to] = nth % 20 === 9 ? (['a', 'b'] as const) : (['b', 'a'] as const);
          await two.store.cleanup.merge({ model: from, first: today, last: today }, to);
        } else await settle(random(2) === 0 ? 'a' : 'b', today, 1);
      });
      await Promise.all(work);
      const found = await books([today]);
      const sums = Object.values(found).reduce(([calls, tokens], [c, t]) => [calls + c, tokens + t], [0, 0]);
      expect(sums).toEqual([108, 108]);
      expect((await one.store.spending.ofDay(today)).reduce((sum, row) => sum + row.reserved, 0)).toBe(0);
    } finally {
      two.close();
      await again.close();
    }
  });
});
