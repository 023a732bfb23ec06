import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { createTestUsage, noon, readTotals } from '../../../test/fakes/usage.ts';
import { dayAt } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { Fault, unavailable } from '../../kit/fault.ts';
import { withFallback } from './fallback.ts';
import type { ChatCall, ChatPart, ModelInfo, Models } from '../../ports/models.ts';

let db: Database;
beforeEach(() => {
  db = openSqlite(':memory:');
});
afterEach(() => db.close());

const overloaded = new Fault('upstream', 'overloaded', { upstreamStatus: 503, upstreamKind: 'status' });
const info = (name: string, fallback?: string): ModelInfo => ({
  name,
  kind: 'chat',
  provider: 'fake',
  modelId: name,
  builtin: false,
  features: [],
  ...(fallback !== undefined && { fallback }),
});
const call: ChatCall = {
  model: '',
  scenario: 'visitor_qa',
  logId: 'log-1',
  task: { kind: 'ping' },
  messages: [{ role: 'user', content: 'How are you?' }],
  signal: new AbortController().signal,
};

/** Two chat models with scripted behaviour. */
function two(script: Readonly<Record<string, (() => AsyncGenerator<ChatPart>) | undefined>>): Models {
  const all = [info('first', 'second'), info('second')];
  return {
    ...createFakeModels({ kinds: [] }),
    list: () => all,
    defaultOf: () => all[0],
    async *chat({ model }) {
      const says = script[model || 'first'];
      if (!says) throw overloaded;
      yield* says();
    },
  };
}
async function* fine(): AsyncGenerator<ChatPart> {
  yield { type: 'text', text: 'Fine' };
  yield { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 1 } };
}
async function* breaks(): AsyncGenerator<ChatPart> {
  yield { type: 'text', text: 'Fi' };
  throw overloaded;
}

const failing = (async function* (): AsyncGenerator<ChatPart> {
  yield* [];
  throw unavailable('nor I');
})();

async function setUp(script: Parameters<typeof two>[0]) {
  const one = await createTestUsage(db);
  const models = one.usage.meter(two(script));
  const booked = async () => {
    const day = dayAt(noon);
    const rows = await readTotals(db, day, day);
    const series = rows.map((row) => row.series);
    const calls = await one.store.reading.calls({ day, series, calls: 0, skip: 0, take: 9, sort: 'asc' });
    return calls.map((row) => {
      const key = rows.find((total) => total.series === row.series);
      return [key?.model, key?.status, row.fallback_for, row.log_id];
    });
  };
  return { models, booked, warnings: one.warnings };
}

describe('MODEL4: when a model fails before its first word, its fallback answers', () => {
  test('both calls are booked, the second one with its reason, and the log names both', async () => {
    const { models, booked, warnings } = await setUp({ second: fine });
    const parts = await Array.fromAsync(models.chat(call));
    expect(parts).toMatchObject([
      { text: 'Fine' },
      { type: 'finish', model: 'second', failed: { model: 'first', error: overloaded } },
    ]);
    expect(await booked()).toEqual([
      ['first', 'failed', '', 'log-1'],
      ['second', 'success', 'first', 'log-1'],
    ]);
    expect(warnings).toMatchObject([{ model: 'first', fallback: 'second' }]);
  });

  test('an answer that has begun is not begun again', async () => {
    const { models, booked } = await setUp({ first: breaks, second: fine });
    await expect(Array.fromAsync(models.chat(call))).rejects.toThrow('overloaded');
    expect(await booked()).toHaveLength(1);
  });

  test('the first failure is thrown when the fallback fails as well', async () => {
    const { models } = await setUp({ second: () => failing });
    await expect(Array.fromAsync(models.chat(call))).rejects.toThrow('overloaded');
  });

  test('a test of a model is about that model', async () => {
    const { models } = await setUp({ second: fine });
    const testing = models.chat({ ...call, scenario: 'model_test' });
    await expect(Array.fromAsync(testing)).rejects.toThrow('overloaded');
  });
});

test('MODEL14: a fallback that reads no pictures does not answer about one', async () => {
  const log = { warn: () => undefined };
  const image = { bytes: new Uint8Array(), mediaType: 'image/jpeg' as const, width: 1, height: 1 };
  const shown: ChatCall = { ...call, messages: [{ role: 'user', content: 'What is it?', images: [image] }] };
  const models = two({ second: fine });
  await expect(Array.fromAsync(withFallback(models, log).chat(shown))).rejects.toBe(overloaded);
  expect(await Array.fromAsync(withFallback(models, log).chat(call))).toHaveLength(2);
  const reading = [info('first', 'second'), { ...info('second'), features: ['image-input'] }];
  const able = { ...models, list: () => reading, defaultOf: () => reading[0] };
  expect(await Array.fromAsync(withFallback(able, log).chat(shown))).toHaveLength(2);
});
