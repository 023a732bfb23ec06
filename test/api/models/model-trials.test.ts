import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import type { ModelTrials } from '../../../contract/evaluations/model-trial.ts';
import type { Ports } from '../../../server/app/ports.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { Fault } from '../../../server/kit/fault.ts';
import type { ChatCall, Models } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

async function start(answer: (call: ChatCall) => FakeAnswer, extra: Pick<Ports, 'priceOf'> = {}) {
  const builtin = createModels();
  const fake = createFakeModels({ kinds: ['chat'], chat: answer });
  const models: Models = {
    ...fake,
    list: (kind) => [...fake.list(kind), ...builtin.list(kind)],
    chat: (call) => (call.model === 'builtin-extractive' ? builtin.chat(call) : fake.chat(call)),
  };
  const host = createFakeHost([
    { id: 'a', title: 'Backup', text: 'The service is copied every night at 3 am to the vault.' },
  ]);
  app = await createTestApp({ host, models, ...extra });
}

const url = `${consolePrefix}/evaluations/trials`;
const trials = async () => (await app!.inject({ url, headers: asAdmin })).json<ModelTrials>();
const begin = async (model: string) =>
  (
    await app!.inject({
      method: 'POST',
      url,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      payload: JSON.stringify({ model }),
    })
  ).statusCode;

async function ended() {
  for (;;) {
    const { models } = await trials();
    const own = models.find(({ model }) => model === 'fake-chat');
    if (own?.done === undefined) return own;
    await pause(20);
  }
}

test('EV26: a trial says what it will send, answers the questions with the model and without, and is kept', async () => {
  await start(
    () => 'The service is copied every night at 3 am to the vault. The moon is made of old cheese and wool.',
  );
  const before = await trials();
  expect(before).toMatchObject({ questions: 10, models: [{ model: 'fake-chat' }] });
  expect(before.promptTokens).toBeGreaterThan(1_000);
  expect(await begin('fake-chat')).toBe(200);
  const own = await ended();
  expect(own?.trial).toMatchObject({ model: 'fake-chat', questions: 10 });
  const { withModel, without } = own?.trial ?? {};
  expect(withModel?.supported).toBeLessThan(1);
  expect(without?.supported).toBeUndefined();
  for (const side of [withModel, without])
    expect((side?.answered ?? 0) + (side?.partial ?? 0) + (side?.notCovered ?? 0) + (side?.failed ?? 0)).toBe(
      10,
    );
});

test('EV26: a model that fails is said to fail; unknown and built-in ones are refused', async () => {
  await start(() => new Fault('upstream', 'no', { upstreamKind: 'network' }));
  expect([await begin('nobody'), await begin('builtin-extractive')]).toEqual([400, 400]);
  expect(await begin('fake-chat')).toBe(200);
  const trial = (await ended())?.trial;
  expect(trial).toMatchObject({ verdict: 'fails', withModel: { failed: 10 } });
  expect(trial).not.toHaveProperty('judge');
});

test('EV26: a trial has the model judge the known statements, and says whether it may change marks', async () => {
  // A model that says yes to everything is right on the half that is true.
  await start((call) =>
    call.scenario === 'mark_judge'
      ? JSON.stringify({
          verdicts: Array.from({ length: 12 }, (_, at) => ({ statement: at + 1, verdict: 'yes' })),
        })
      : 'The service is copied every night at 3 am to the vault.',
  );
  expect(await begin('fake-chat')).toBe(200);
  expect((await ended())?.trial?.judge).toEqual({ right: 12, count: 24, isFit: false });
});

test('EV26: what a trial has taken is told also when every answer fails, with the judging', async () => {
  const priceOf = (model: string) =>
    model === 'fake-chat' ? { inputPerMillion: 1, outputPerMillion: 2 } : undefined;
  await start(() => new Fault('upstream', 'late', { upstreamKind: 'timeout' }), { priceOf });
  expect(await begin('fake-chat')).toBe(200);
  const trial = (await ended())?.trial;
  expect(trial?.withModel).toMatchObject({ failed: 10, promptTokens: expect.any(Number) });
  expect(trial?.withModel.promptTokens).toBeGreaterThan(100);
  expect(trial?.withModel.cost).toBeGreaterThan(0);
  expect(trial?.without).not.toHaveProperty('cost');
  expect(trial?.spent?.promptTokens).toBeGreaterThan(trial?.withModel.promptTokens ?? 0);
  expect(trial?.spent?.cost).toBeGreaterThan(trial?.withModel.cost ?? 0);
});
