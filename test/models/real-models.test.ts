import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { ChatReply } from '../../contract/chat/chat.ts';
import type { KnowledgeStats } from '../../contract/knowledge.ts';
import { createModels } from '../../server/adapters/models/models.ts';
import type { ModelSpec } from '../../server/adapters/models/models-file.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { specFor } from '../fakes/model-spec.ts';
import { isMissing } from '../missing-tool.ts';
import { articles } from '../api/site.ts';
import { missingModels, startChatModel, startVectors } from './real-servers.ts';

const isSkipped = isMissing('journeys with real models', missingModels);

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

async function start(specs: readonly ModelSpec[], wholeFirst = true) {
  const first = (kind: ModelSpec['kind']) => specs.find((spec) => spec.kind === kind)?.name;
  const defaults = {
    chat: first('chat'),
    embedding: first('embedding'),
    rerank: undefined,
    image: undefined,
  };
  const models = createModels({ file: { models: specs, defaults }, openai: { looks: true } });
  app = await createTestApp({
    host: createFakeHost(articles),
    models,
    rebuildPauses: { retryMs: 100, beginMs: 1_000, wholeFirst },
  });
  return models;
}

async function ask(message: string, history: readonly object[] = []): Promise<ChatReply> {
  const reply = await app!.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message, history }),
  });
  return reply.json<ChatReply>();
}

const question = 'How many grams of coffee for a litre of water?';

test.skipIf(isSkipped)(
  'MOD14: a small real model tells its window and its slots, and long conversations fit',
  async () => {
    await using server = await startChatModel({ window: 1024, slots: 1 });
    const models = await start([specFor(`${server.origin}/v1`, { model: 'smollm2' })]);
    const tested = await app!.inject({
      method: 'POST',
      url: `${consolePrefix}/config/test-connection`,
      headers: asAdmin,
    });
    expect(tested.json()).toMatchObject({ connected: true, contextTokens: 1024 });
    expect(models.defaultOf('chat')).toMatchObject({ contextTokens: 1024, callsAtOnce: 1 });
    const long = { role: 'user', content: 'Please tell me more about this. '.repeat(60) };
    const reply = await ask(question, [long, { role: 'assistant', content: 'Yes. '.repeat(300) }]);
    // What a model of this size says is another matter: here the window must be no failure.
    expect(reply.answerState).not.toBe('failed');
    expect(reply.notices ?? []).not.toContain('model_failed');
  },
);

test.skipIf(isSkipped)(
  'MOD11, MOD12: three visitors at one slot are all answered, and what was read is kept',
  async () => {
    await using server = await startChatModel({ window: 4096, slots: 1 });
    await start([specFor(`${server.origin}/v1`, { model: 'smollm2' })]);
    const answers = await Promise.all([
      ask(question),
      ask(question),
      ask('Can the chain be bought in Paris?'),
    ]);
    for (const { answerState, reply } of answers) {
      expect(answerState).not.toBe('failed');
      expect(reply).not.toBe('');
    }
    const calls = await app!.inject({ url: `${consolePrefix}/usage/calls?type=chat`, headers: asAdmin });
    const { items } = calls.json<{ items: { model: string; status: string; cachedTokens?: number }[] }>();
    const own = items.filter(({ model }) => model === 'test');
    expect(own.filter(({ status }) => status === 'failed')).toEqual([]);
  },
);

test.skipIf(isSkipped)('KN40: real vectors come beside the words and find another language', async () => {
  await using server = await startVectors();
  const vectors = specFor(`${server.origin}/v1`, {
    name: 'e5',
    kind: 'embedding',
    model: 'multilingual-e5-small',
    dimensions: 384,
  });
  await start([vectors], false);
  expect((await app!.inject({ url: '/readyz' })).statusCode).toBe(200);
  await expect
    .poll(
      async () => {
        const stats = await app!.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin });
        return stats.json<KnowledgeStats>().vectors?.state;
      },
      { timeout: 60_000 },
    )
    .toBe('complete');
  expect(await ask(question)).toMatchObject({ answerState: 'answered' });
});
