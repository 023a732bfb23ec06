import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { Fault } from '../../../server/kit/fault.ts';
import { explained } from '../../../server/kit/explained.ts';
import type { EmbedCall, Models } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

/** A service with the built-in chat model and an embedding model that `before` holds up. */
async function start(before: (call: EmbedCall) => Promise<void>) {
  const fake = createFakeModels({ kinds: ['embedding'] });
  const builtin = createModels();
  const models: Models = {
    ...fake,
    list: (kind) => [...builtin.list(kind), ...fake.list(kind)],
    defaultOf: (kind) => (kind === 'embedding' ? fake : builtin).defaultOf(kind),
    chat: (call) => builtin.chat(call),
    async embed(call) {
      await before(call);
      return fake.embed(call);
    },
  };
  app = await createTestApp({
    host: createFakeHost(articles),
    models,
    rebuildPauses: { retryMs: 10, beginMs: 1_000 },
  });
}

const stats = async () =>
  (await app!.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin })).json<KnowledgeStats>();

/** The figures once the vectors are in a state. */
async function when(state: NonNullable<KnowledgeStats['vectors']>['state']) {
  for (;;) {
    const found = await stats();
    if (found.vectors?.state === state) return found;
    await pause(20);
  }
}

const ask = async () => {
  const reply = await app!.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message: 'How many grams of coffee for a litre of water?' }),
  });
  return reply.json<ChatReply>();
};

test('KN40: a first start serves words at once, and vectors are switched on when they are complete', async () => {
  const open = Promise.withResolvers<void>();
  await start(() => open.promise);
  expect((await app!.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(await when('building')).toMatchObject({ embedding: '', indexedArticles: expect.any(Number) });
  expect(await ask()).toMatchObject({ answerState: 'answered' });
  open.resolve();
  expect(await when('complete')).toMatchObject({ embedding: 'fake-embedding@16', failedArticles: 0 });
  expect(await ask()).toMatchObject({ answerState: 'answered' });
});

test('KN40: a model that would fail for every article is asked a few times at most, and the figures say why', async () => {
  let asked = 0;
  await start(async () => {
    asked += 1;
    const words = explained('model_status', { model: 'e', status: 401, reason: 'Incorrect API key' });
    throw new Fault('upstream', words, { upstreamKind: 'status', upstreamStatus: 401 });
  });
  const { vectors, failedArticles } = await when('failing');
  expect(vectors?.reason).toContain('Incorrect API key');
  expect(failedArticles).toBe(0);
  expect(asked).toBeLessThanOrEqual(8);
  expect(await ask()).toMatchObject({ answerState: 'answered' });
});
