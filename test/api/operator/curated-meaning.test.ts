import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import type { UsageCalls } from '../../../contract/usage/figures.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeModels } from '../../fakes/models.ts';
import { answerOf, framesOf } from '../frames.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const dimensions = 24;

/** A direction of its own for each text. */
function directionOf(text: string): number[] {
  let state = Array.from(text).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521, 7);
  const parts = Array.from({ length: dimensions }, () => (state = (state * 75 + 74) % 65_537) / 65_537 - 0.5);
  const length = Math.hypot(...parts);
  return parts.map((part) => part / length);
}

/** A model for which questions on money are one thing, and all others differ from that and from each other. */
function meaningOf(text: string): readonly number[] {
  const money = directionOf('money');
  if (/expensive|euros|pot of tea cost/i.test(text)) return money;
  const own = directionOf(text);
  return /dear/i.test(text) ? own.map((part, place) => 0.6 * part + 0.9 * (money[place] ?? 0)) : own;
}

async function start() {
  const host = createFakeHost([
    { id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea wants water of eighty degrees.' },
  ]);
  const prompts: string[] = [];
  const models = createFakeModels({
    kinds: ['chat', 'embedding'],
    dimensions,
    vector: meaningOf,
    chat: ({ messages }) => {
      prompts.push(JSON.stringify(messages));
      return 'Words of a model.';
    },
  });
  app = await createTestApp({ host, models });
  return { models, prompts, app };
}

const create = async (running: TestApp, fields: object) => {
  const url = `${consolePrefix}/curated-answers`;
  return (
    await running.inject({ method: 'POST', url, headers: asAdmin, payload: fields })
  ).json<CuratedAnswer>();
};

const askedAs = ({ calls }: FakeModels, scenario: string) =>
  calls.embedding.filter((call) => call.scenario === scenario).flatMap(({ texts }) => texts);

const price = { questions: ['How much does a pot of tea cost?'], answer: 'A pot costs **four euros**.' };

/** Saves an answer and waits for the vector of its question. */
async function withPrice() {
  const started = await start();
  await create(started.app, price);
  await create(started.app, { questions: ['Where is the shop?'], answer: 'In the old town.' });
  await expect
    .poll(() => askedAs(started.models, 'curated_embedding'))
    .toEqual(expect.arrayContaining([...price.questions, 'Where is the shop?']));
  return started;
}

const ask = async (running: TestApp, message: string) => {
  const payload = { message };
  const reply = await running.inject({ method: 'POST', url: `${publicPrefix}/chat/stream`, payload });
  return answerOf(framesOf(reply.body));
};

test('CA13: with an embedding model another wording is compared by its vector, in the one call that retrieval would make', async () => {
  const { app: running, models } = await withPrice();
  await expect.poll(() => ask(running, 'Is your oolong expensive?')).toBe(price.answer);
  const before = askedAs(models, 'search_embedding').length;
  expect(await ask(running, 'Is your sencha expensive?')).toBe(price.answer);
  expect(askedAs(models, 'search_embedding').slice(before)).toEqual(['Is your sencha expensive?']);
  const missed = askedAs(models, 'search_embedding').length;
  expect(await ask(running, 'What water does green tea want?')).not.toBe(price.answer);
  expect(askedAs(models, 'search_embedding').slice(missed)).toEqual(['What water does green tea want?']);
  const url = `${consolePrefix}/usage/calls?scenario=curated_embedding`;
  const calls = (await running.inject({ url, headers: asAdmin })).json<UsageCalls>();
  expect(calls.items).not.toEqual([]);
});

test('CA14: a near miss is the first passage of the language model, and counts as no hit', async () => {
  const { app: running, prompts } = await withPrice();
  await expect.poll(() => ask(running, 'Is your oolong expensive?')).toBe(price.answer);
  expect(await ask(running, 'Would a pot of green tea maybe be dear?')).toContain('Words of a model.');
  expect(prompts.at(-1)).toContain('four euros');
  const url = `${consolePrefix}/chat/debug/stream`;
  const payload = { message: 'Would a pot of green tea maybe be dear?' };
  const debugged = await running.inject({ method: 'POST', url, headers: asAdmin, payload });
  const stages = framesOf(debugged.body).flatMap((frame) =>
    frame.event === 'trace_stage' ? [frame.data] : [],
  );
  // Its id stands alone in the citation.
  expect(debugged.body).not.toContain('CURATED_ANSWER');
  const offer = stages.find(({ name }) => name === 'curated_offer');
  expect(offer?.detail).toContain(price.questions[0]);
});
