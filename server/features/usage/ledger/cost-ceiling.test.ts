import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayAt } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import { testEngines } from '../../../../test/databases.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import {
  ask,
  createTestUsage,
  drain,
  greedy,
  goneProcesses,
  noon,
  openAgain,
} from '../../../../test/fakes/usage.ts';
import { nothingSpent } from './spending.ts';

const signal = new AbortController().signal;
const day = dayAt(noon);

const prices = new Map([
  ['fake-chat', { inputPerMillion: 10_000, outputPerMillion: 10_000 }],
  ['fake-image', { inputPerMillion: 0, outputPerMillion: 0, perImage: 2 }],
]);
const priceOf = (model: string) => prices.get(model);

describe.each(testEngines)('the daily spending limit on %s', (_engine, open) => {
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
  const start = (at = db, models = createFakeModels({ chat: greedy })) =>
    createTestUsage(at, { models, priceOf });
  const today = async ({ usage }: Awaited<ReturnType<typeof start>>) => (await usage.reports.today()).cost;

  test('US21: parallel calls of several processes pass the limit by one reservation at most', async () => {
    const one = await start();
    const two = await start(again, one.models);
    await one.saveLimits({ enabled: true, dailyCostLimit: 20.5 });
    await two.saveLimits({});
    const calls = Array.from({ length: 100 }, (_, nth) =>
      drain((nth % 2 === 0 ? one : two).booked.chat(ask())),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
    expect(one.models.calls.chat).toHaveLength(21);
    expect(await today(one)).toMatchObject({ used: 21, reserved: 0, limit: 20.5, alert: 100 });
    // A refusal leaves no reservation of tokens.
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 2100, reserved: 0 }]);
    const told = [...one.warnings, ...two.warnings].map(({ percent }) => Number(percent));
    // Each level once; one that another process has passed meanwhile is told no more.
    expect(told.toSorted((a, b) => a - b)).toEqual([50, 80, 100].filter((percent) => told.includes(percent)));
    expect(told).toContain(100);
  });

  test('US21: all paid models count together, and refuse with the reason', async () => {
    const one = await start();
    await one.saveLimits({ enabled: true, dailyCostLimit: 3 });
    await one.booked.image({ model: '', scenario: 'pet_master', prompt: 'x', width: 8, height: 8, signal });
    await drain(one.booked.chat(ask()));
    await expect(drain(one.booked.chat(ask()))).rejects.toMatchObject({
      code: 'limited',
      details: { limit: 'daily-cost', allowed: 3, used: 3 },
    });
    await expect(one.usage.limits.checkModel('')).rejects.toMatchObject({
      explanation: { code: 'cost_limit' },
    });
    await one.saveLimits({ dailyCostLimit: 10 });
    await one.usage.limits.checkModel('');
    await one.saveLimits({ dailyCostLimit: 0 });
    await drain(one.booked.chat(ask()));
  });

  test('US21: a model without a price is not refused, and its calls are counted as unpriced', async () => {
    const one = await start();
    await one.saveLimits({ enabled: true, dailyCostLimit: 1 });
    await drain(one.booked.chat(ask()));
    await one.booked.embed({ model: '', scenario: 'index_embedding', texts: ['x'], signal });
    expect(await today(one)).toEqual({
      used: 1,
      reserved: 0,
      limit: 1,
      usedPercent: 100,
      alert: 100,
      unpricedCalls: 1,
      unpricedModels: ['fake-embedding'],
    });
  });

  test('US21: reserved costs of a dead process are settled, and deleting usage frees the limit', async () => {
    const one = await start();
    await one.saveLimits({ enabled: true, dailyCostLimit: 1 });
    const [gone = ''] = goneProcesses;
    await one.store.ledger.reserve({
      day,
      startedAt: noon,
      key: { model: 'fake-chat', type: 'chat', scenario: 'visitor_qa', status: 'open', diagnosis: '' },
      promised: { ...nothingSpent, promptTokens: 50, estimated: true },
      logId: '',
      instance: gone,
      ceiling: undefined,
      cost: 0.5,
      costCeiling: 1,
    });
    expect(await one.store.costs.of(day)).toMatchObject({ used: 0, reserved: 0.5 });
    await one.usage.settleAbandoned();
    expect(await one.store.costs.of(day)).toMatchObject({ used: 0.5, reserved: 0 });
    await drain(one.booked.chat(ask()));
    await expect(drain(one.booked.chat(ask()))).rejects.toMatchObject({ code: 'limited' });
    await one.store.cleanup.remove({ model: 'fake-chat', first: day, last: day });
    expect(await today(one)).toMatchObject({ used: 0, reserved: 0 });
    await drain(one.booked.chat(ask()));
  });
});
