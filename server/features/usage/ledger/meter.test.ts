import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../adapters/database/sqlite.ts';
import { dayAt } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import { Fault } from '../../../kit/fault.ts';
import type { ChatCall, ChatPart } from '../../../ports/models.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { createTestUsage, drain, noon, readTotals } from '../../../../test/fakes/usage.ts';

let db: Database;
beforeEach(() => {
  db = openSqlite(':memory:');
});
afterEach(() => db.close());

const signal = new AbortController().signal;

const ask = (call: Partial<ChatCall> = {}): ChatCall => ({
  model: '',
  scenario: 'visitor_qa',
  task: { kind: 'ping' },
  messages: [{ role: 'user', content: 'How are you?' }],
  signal,
  ...call,
});

/** Tokens of the prompt of `ask`: 12 characters / 4, and 4 for the message. */
const promptTokens = 7;

const say = (...texts: string[]): ChatPart[] => texts.map((text) => ({ type: 'text', text }));
const finish = (usage: object): ChatPart => ({ type: 'finish', reason: 'stop', usage });

async function* broken(): AsyncGenerator<ChatPart> {
  yield* say('eight ch');
  throw new Fault('upstream', 'Model "m": the connection failed', { upstreamKind: 'network' });
}

const priceOf = (model: string) =>
  model === 'fake-image' ? { inputPerMillion: 5, outputPerMillion: 40, perImage: 0.02 } : undefined;

async function recorded({ store }: Awaited<ReturnType<typeof createTestUsage>>) {
  const day = dayAt(noon);
  const rows = await readTotals(db, day, day);
  const series = rows.map((row) => row.series);
  const calls = await store.reading.calls({ day, series, calls: 0, skip: 0, take: 100, sort: 'asc' });
  const [spending] = await store.spending.ofDay(day);
  return {
    calls: calls.map((call) => {
      const row = rows.find(({ series: own }) => own === call.series);
      return {
        ...call,
        model: row?.model,
        type: row?.type,
        scenario: row?.scenario,
        status: row?.status,
        diagnosis: row?.diagnosis,
      };
    }),
    spending,
  };
}

describe('US8: a chat', () => {
  test('is booked with the figures of the provider', async () => {
    const models = createFakeModels({
      chat: () => [...say('fine'), finish({ promptTokens: 11, completionTokens: 3 })],
    });
    const one = await createTestUsage(db, { models });
    one.clock.time = noon;
    for await (const part of one.booked.chat(ask({ logId: 'log-1' }))) {
      if (part.type === 'text') one.clock.time += 250;
    }
    const { calls, spending } = await recorded(one);
    expect(calls).toMatchObject([
      {
        model: 'fake-chat',
        type: 'chat',
        scenario: 'visitor_qa',
        status: 'success',
        prompt_tokens: 11,
        completion_tokens: 3,
        embedding_tokens: 0,
        estimated: 0,
        duration_ms: 250,
        error: '',
        log_id: 'log-1',
        instance: null,
      },
    ]);
    expect(spending).toEqual({ model: 'fake-chat', used: 14, reserved: 0, alerted: 0 });
    expect(one.metered).toEqual([
      {
        kind: 'chat',
        model: 'fake-chat',
        scenario: 'visitor_qa',
        status: 'success',
        seconds: 0.25,
        tokens: 14,
      },
    ]);
  });

  test('US16: without figures is estimated from its texts, reasoning included, and marked', async () => {
    const parts: ChatPart[] = [
      { type: 'reasoning', text: '想一想' },
      ...say('four', 'five', '好'),
      finish({}),
    ];
    const one = await createTestUsage(db, { models: createFakeModels({ chat: () => parts }) });
    await drain(one.booked.chat(ask()));
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      {
        status: 'success',
        prompt_tokens: promptTokens,
        completion_tokens: Math.ceil(4 / 1.5 + 2),
        estimated: 1,
      },
    ]);
  });

  test.each([
    [{ promptTokens: -1, completionTokens: 5 }, promptTokens, 5],
    [{ promptTokens: Number.NaN, completionTokens: 5 }, promptTokens, 5],
    [{ promptTokens: 1e300, completionTokens: 5 }, promptTokens, 5],
    [{ promptTokens: 9 }, 9, 1],
    [{ promptTokens: 0, completionTokens: 5 }, promptTokens, 5],
    [{ promptTokens: 9, completionTokens: 0 }, 9, 1],
  ])(
    'with the impossible figures %j is estimated where they are wrong',
    async (usage, prompt, completion) => {
      const one = await createTestUsage(db, {
        models: createFakeModels({ chat: () => [...say('four'), finish(usage)] }),
      });
      await drain(one.booked.chat(ask()));
      const { calls } = await recorded(one);
      expect(calls).toMatchObject([{ prompt_tokens: prompt, completion_tokens: completion, estimated: 1 }]);
    },
  );

  test('holds its prompt and its output limit while it runs', async () => {
    const one = await createTestUsage(db, {
      models: createFakeModels({
        chat: () => [...say('a'), finish({ promptTokens: 1, completionTokens: 1 })],
      }),
    });
    const limited = one.booked.chat(ask({ maxTokens: 50 }))[Symbol.asyncIterator]();
    const unlimited = one.booked.chat(ask())[Symbol.asyncIterator]();
    await limited.next();
    expect(await one.store.spending.of(dayAt(noon), 'fake-chat')).toBe(promptTokens + 50);
    await unlimited.next();
    expect(await one.store.spending.of(dayAt(noon), 'fake-chat')).toBe(2 * promptTokens + 50 + 1000);
    await limited.return?.();
    await unlimited.return?.();
    const { spending } = await recorded(one);
    expect(spending).toMatchObject({ reserved: 0 });
  });

  test('a stream that the client leaves is recorded as aborted, with the tokens so far', async () => {
    const one = await createTestUsage(db, {
      models: createFakeModels({ chat: () => say('four', 'more', 'never') }),
    });
    let read = 0;
    for await (const part of one.booked.chat(ask())) {
      void part;
      read += 1;
      if (read === 2) break;
    }
    const { calls, spending } = await recorded(one);
    expect(calls).toMatchObject([
      { status: 'aborted', prompt_tokens: promptTokens, completion_tokens: 2, estimated: 1 },
    ]);
    expect(spending).toMatchObject({ used: promptTokens + 2, reserved: 0 });
  });

  test('that the reader leaves after the last word is a success', async () => {
    const one = await createTestUsage(db, {
      models: createFakeModels({
        chat: () => [...say('a'), finish({ promptTokens: 1, completionTokens: 1 })],
      }),
    });
    for await (const part of one.booked.chat(ask())) if (part.type === 'finish') break;
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { status: 'success', prompt_tokens: 1, completion_tokens: 1, estimated: 0 },
    ]);
  });

  test('a stream abandoned without closing is recorded when its signal aborts', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: () => say('four', 'more') }) });
    const reader = new AbortController();
    const parts = one.booked.chat(ask({ signal: reader.signal }))[Symbol.asyncIterator]();
    await parts.next();
    reader.abort();
    await expect
      .poll(async () => (await recorded(one)).calls)
      .toMatchObject([{ status: 'aborted', completion_tokens: 1 }]);
  });

  test.each([
    ['a slow reader runs out of time', [...say('four', 'more')], 'failed'],
    [
      'the reader leaves once he has read everything',
      [finish({ promptTokens: 1, completionTokens: 1 })],
      'success',
    ],
  ])('where %s between two parts is booked as what it was', async (_when, parts, status) => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: () => parts }) });
    const reader = new AbortController();
    const answer = one.booked.chat(ask({ signal: reader.signal }))[Symbol.asyncIterator]();
    await answer.next();
    reader.abort(new DOMException('The operation timed out', 'TimeoutError'));
    await expect.poll(async () => (await recorded(one)).calls).toMatchObject([{ status }]);
  });

  test('that is aborted before it is sent is not booked', async () => {
    const one = await createTestUsage(db);
    await expect(drain(one.booked.chat(ask({ signal: AbortSignal.abort() })))).rejects.toThrow(/abort/);
    expect(await recorded(one)).toEqual({ calls: [], spending: undefined });
    expect(one.models.calls.chat).toHaveLength(0);
  });

  test('that takes too long is a failure with the cause timeout, and its prompt may have cost', async () => {
    const slow = new AbortController();
    async function* never(): AsyncGenerator<ChatPart> {
      slow.abort(new DOMException('The operation timed out', 'TimeoutError'));
      yield* say('late');
    }
    const one = await createTestUsage(db, { models: createFakeModels({ chat: never }) });
    await expect(drain(one.booked.chat(ask({ signal: slow.signal })))).rejects.toThrow(/timed out/);
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      {
        status: 'failed',
        diagnosis: 'timeout',
        prompt_tokens: promptTokens,
        completion_tokens: 0,
        error: 'The model timed out',
      },
    ]);
  });

  test('that breaks off costs what has come, whatever was reported at its beginning', async () => {
    const models = createFakeModels({
      async *chat() {
        yield* say('four', 'five', 'nine');
        throw new Fault('upstream', 'broke off', {
          upstreamKind: 'network',
          usage: { promptTokens: 900, completionTokens: 1 },
        });
      },
    });
    const one = await createTestUsage(db, { models });
    await expect(drain(one.booked.chat(ask()))).rejects.toThrow('broke off');
    expect((await recorded(one)).calls).toMatchObject([{ prompt_tokens: 900, completion_tokens: 3 }]);
  });

  test.each([
    ['before its text', [], { promptTokens: 900, completionTokens: 40 }],
    ['after some text', say('eight ch'), { promptTokens: 900, completionTokens: 40 }],
    [
      'after a request that had failed with its own',
      [],
      { failed: { promptTokens: 900, completionTokens: 40 } },
    ],
  ])('that fails %s is booked with what the provider has reported', async (_when, before, usage) => {
    const models = createFakeModels({
      async *chat() {
        yield* before;
        throw new Fault('upstream', 'overloaded', { upstreamKind: 'status', usage });
      },
    });
    const one = await createTestUsage(db, { models });
    await expect(drain(one.booked.chat(ask()))).rejects.toThrow('overloaded');
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([{ status: 'failed', prompt_tokens: 900, completion_tokens: 40 }]);
  });

  test('counts what requests have taken that failed before it', async () => {
    const failed = { promptTokens: 500, completionTokens: 20 };
    const models = createFakeModels({
      chat: () => [...say('fine'), finish({ promptTokens: 11, completionTokens: 3, failed })],
    });
    const one = await createTestUsage(db, { models });
    await drain(one.booked.chat(ask()));
    expect((await recorded(one)).calls).toMatchObject([
      { status: 'success', prompt_tokens: 511, completion_tokens: 23 },
    ]);
  });

  test('counts the prompts of requests that went unanswered before it', async () => {
    const models = createFakeModels({
      chat: () => [...say('fine'), finish({ promptTokens: 11, completionTokens: 3, unanswered: 1 })],
    });
    const one = await createTestUsage(db, { models });
    await drain(one.booked.chat(ask()));
    const late = new Fault('upstream', 'no answer in time', { upstreamKind: 'timeout', unanswered: 2 });
    models.fail('chat', late);
    await expect(drain(one.booked.chat(ask()))).rejects.toBe(late);
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { prompt_tokens: 11 + promptTokens, completion_tokens: 3, estimated: 1 },
      { prompt_tokens: 2 * promptTokens, completion_tokens: 0, estimated: 1 },
    ]);
  });

  test('that the provider refuses costs nothing, and its error carries no key', async () => {
    const failure = new Fault(
      'upstream',
      'Model "m": HTTP 401: Incorrect API key provided: sk-abcdefgh12345',
      {
        upstreamKind: 'status',
        upstreamStatus: 401,
      },
    );
    const one = await createTestUsage(db, { models: createFakeModels({ chat: () => failure }) });
    await expect(drain(one.booked.chat(ask()))).rejects.toBe(failure);
    const { calls, spending } = await recorded(one);
    expect(calls).toMatchObject([
      { status: 'failed', diagnosis: 'auth', prompt_tokens: 0, completion_tokens: 0 },
    ]);
    expect(calls[0]?.error).toBe('Model "m": HTTP 401: Incorrect API key provided: ***');
    expect(spending).toMatchObject({ used: 0, reserved: 0 });
  });

  test('a stream that breaks costs the tokens so far', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: broken }) });
    await expect(drain(one.booked.chat(ask()))).rejects.toThrow(/connection failed/);
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { status: 'failed', prompt_tokens: promptTokens, completion_tokens: 2, estimated: 1 },
    ]);
  });

  test('that no model takes is refused and costs nothing', async () => {
    const one = await createTestUsage(db);
    await expect(drain(one.booked.chat(ask({ model: 'ghost', scenario: 'model_test' })))).rejects.toThrow(
      /ghost/,
    );
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { model: 'ghost', scenario: 'model_test', status: 'refused', prompt_tokens: 0 },
    ]);
  });

  test('without any model is booked under the name of the default slot', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ kinds: [] }) });
    await expect(drain(one.booked.chat(ask()))).rejects.toThrow(/not in the model-management/);
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([{ model: 'ai-foundation-default-language', status: 'refused' }]);
  });
});

describe('US8: the other kinds', () => {
  test('an embedding counts embedding tokens', async () => {
    const one = await createTestUsage(db);
    await one.booked.embed({ model: '', scenario: 'index_embedding', texts: ['12345678', '1234'], signal });
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      {
        model: 'fake-embedding',
        type: 'embed',
        prompt_tokens: 0,
        embedding_tokens: 12,
        status: 'success',
        estimated: 0,
      },
    ]);
  });

  test('without counts of the provider they are estimated from the input', async () => {
    const models = createFakeModels();
    const one = await createTestUsage(db, { models });
    const silent = one.usage.meter({
      ...models,
      embed: async () => ({ vectors: [], usage: {} }),
      rerank: async () => ({ ranks: [], usage: {} }),
      image: async () => ({ images: [new Uint8Array(1), new Uint8Array(1)], usage: {} }),
    });
    await silent.embed({ model: '', scenario: 'search_embedding', texts: ['12345678', '1234'], signal });
    await silent.rerank({
      model: '',
      scenario: 'search_rerank',
      query: '1234',
      documents: ['12345678', '一二三'],
      topN: 2,
      signal,
    });
    await silent.image({ model: '', scenario: 'pet_master', prompt: '1234', width: 1, height: 1, signal });
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { type: 'embed', embedding_tokens: 3, prompt_tokens: 0, estimated: 1 },
      { type: 'rerank', embedding_tokens: 0, prompt_tokens: 5, estimated: 1 },
      { type: 'image', prompt_tokens: 1, images: 2, estimated: 1 },
    ]);
  });

  test('a failed one costs the share that was answered before', async () => {
    const one = await createTestUsage(db);
    one.models.fail('embedding', new Fault('upstream', 'no credit', { upstreamStatus: 401, answered: 0.5 }));
    one.models.fail('image', new Fault('upstream', 'not found', { upstreamStatus: 404, answered: 1 }));
    const texts = ['12345678', '12345678'];
    const drawing = { model: '', scenario: 'pet_master', prompt: '1234', width: 1, height: 1 } as const;
    await expect(
      one.booked.embed({ model: '', scenario: 'index_embedding', texts, signal }),
    ).rejects.toThrow();
    await expect(one.booked.image({ ...drawing, signal })).rejects.toThrow();
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { type: 'embed', status: 'failed', embedding_tokens: 2, estimated: 1 },
      { type: 'image', status: 'failed', images: 1, estimated: 1 },
    ]);
  });

  test('a failed one costs nothing, an aborted one its input', async () => {
    const one = await createTestUsage(db);
    const rerank = {
      model: '',
      scenario: 'search_rerank',
      query: 'q',
      documents: ['12345678'],
      topN: 1,
    } as const;
    one.models.fail(
      'rerank',
      new Fault('upstream', 'Model "r": HTTP 429: too many requests', { upstreamStatus: 429 }),
    );
    await expect(one.booked.rerank({ ...rerank, signal })).rejects.toThrow(/429/);
    const reader = new AbortController();
    const hanging = one.usage.meter({
      ...one.models,
      rerank: (call) =>
        new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason))),
    });
    const waiting = hanging.rerank({ ...rerank, signal: reader.signal });
    await expect.poll(() => one.store.spending.of(dayAt(noon), 'fake-rerank')).toBe(3);
    reader.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    const { calls } = await recorded(one);
    expect(calls).toMatchObject([
      { status: 'failed', diagnosis: 'rate_limit', prompt_tokens: 0 },
      { status: 'aborted', diagnosis: '', prompt_tokens: 3, estimated: 1 },
    ]);
  });

  test('money is booked at the price of the day', async () => {
    const one = await createTestUsage(db, { priceOf });
    await one.booked.image({
      model: '',
      scenario: 'pet_master',
      prompt: 'a cat',
      width: 8,
      height: 8,
      signal,
    });
    const { calls } = await recorded(one);
    expect(calls[0]?.cost).toBeCloseTo((10 * 5 + 100 * 40) / 1e6 + 0.02, 12);
  });
});
