import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { specFor } from '../../fakes/model-spec.ts';
import { startChatServer, streamSlowly, type Behaviour } from '../../fakes/provider/one-slot-server.ts';
import { framesOf } from '../frames.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

async function start(behave: Behaviour) {
  const server = await startChatServer(behave);
  const models = createModels({
    file: {
      models: [specFor(`${server.origin}/v1`, { callsAtOnce: 1 })],
      defaults: { chat: 'test', embedding: undefined, rerank: undefined, image: undefined },
    },
  });
  app = await createTestApp({ host: createFakeHost(articles), models });
  return server;
}

const question = 'How many grams of coffee for a litre of water?';
const right = 'Take 60 grams of coffee for each litre of water [1].';

async function ask(): Promise<ReturnType<typeof framesOf>> {
  const reply = await app?.inject({
    method: 'POST',
    url: `${publicPrefix}/chat/stream`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message: question }),
  });
  return framesOf(reply?.body ?? '');
}

const stateOf = (frames: ReturnType<typeof framesOf>) =>
  frames.flatMap((frame) => (frame.event === 'answer_state' ? [frame.data] : []))[0];
const waits = (frames: ReturnType<typeof framesOf>) =>
  frames.flatMap((frame) => (frame.event === 'progress' ? [frame.data] : []));

test('MOD11: three visitors at a server of one slot are served one after the other, told of the wait, and all answered', async () => {
  await using server = await start((response) => streamSlowly(response, right, 20));
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map((frames) => stateOf(frames)?.answerState)).toEqual(['answered', 'answered', 'answered']);
  expect(server.seen).toMatchObject({ most: 1, aborted: 0 });
  const queued = answers.filter((frames) => waits(frames).length > 0);
  expect(queued.length).toBeGreaterThan(0);
  expect(waits(queued[0] ?? []).at(-1)).toEqual({ stage: 'model_queue', ahead: 0 });
});

test('MOD11: where the wait is long, the quotation comes at once, and nothing is asked in vain', async () => {
  const open = Promise.withResolvers<void>();
  await using server = await start(async (response) => {
    await open.promise;
    await streamSlowly(response, right, 1);
  });
  const first = ask();
  while (server.seen.asked === 0) await pause(5);
  // Two calls before it are expected to take longer than a visitor waits.
  const second = ask();
  // The third one comes behind it, whatever the database takes for each.
  await expect
    .poll(async () => (await app?.inject({ url: '/metrics' }))?.body)
    .toMatch(/^docent_model_calls_waiting 1$/m);
  const third = await ask();
  expect(stateOf(third)).toMatchObject({ answerState: 'answered', notices: ['model_busy'] });
  open.resolve();
  expect(stateOf(await first)?.notices).toBeUndefined();
  expect(stateOf(await second)?.answerState).toBe('answered');
  expect(server.seen).toMatchObject({ asked: 2, aborted: 0 });
  // What never was sent is in no book.
  const usage = await app?.inject({
    url: `${consolePrefix}/usage/stats?range=7d&model=test`,
    headers: asAdmin,
  });
  expect(usage?.json<{ summary?: { calls?: number } }>()).toMatchObject({});
});
