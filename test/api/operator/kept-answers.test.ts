import { describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { AnswerCacheState } from '../../../contract/chat/answer-cache.ts';
import type { ChatLogPage } from '../../../contract/chat-logs.ts';
import { Fault } from '../../../server/kit/fault.ts';
import { asAdmin, openChosen } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { createRunningApp } from '../../running-app.ts';
import { answerOf, framesOf, only, orderOf } from '../frames.ts';

const { start: startApp, running } = createRunningApp();

const tea = {
  id: 'tea',
  title: 'Tea',
  text: '# Tea\n\nGreen tea wants water of eighty degrees.\n\n## Storage\n\nKeep the leaves in a dark tin.',
};

interface Given {
  readonly chat?: (nth: number) => FakeAnswer;
  readonly hours?: number;
  readonly now?: () => number;
}

async function start({ chat, hours = 24, now = Date.now }: Given = {}) {
  const host = createFakeHost([tea]);
  const models = createFakeModels({
    kinds: ['chat'],
    chat: (_, nth) => chat?.(nth) ?? `Green tea wants water of eighty degrees[1]. Written ${nth}.`,
  });
  const db = await openChosen();
  await startApp({ host, models, db, clock: { now } });
  await save({ chat: { answerCacheHours: hours } });
  return { host, models, db };
}

const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  running().inject({ method, url: `${consolePrefix}${path}`, headers: asAdmin, ...(payload && { payload }) });
const save = (payload: object) => send('POST', '/config/save', payload);
const state = async () => (await send('GET', '/answer-cache')).json<AnswerCacheState>();
const logs = async () => (await send('GET', '/chat-logs')).json<ChatLogPage>().items;

async function ask(message: string, more: object = {}) {
  const payload = { message, ...more };
  const reply = await running().inject({ method: 'POST', url: `${publicPrefix}/chat/stream`, payload });
  return framesOf(reply.body);
}

const said = async (message: string, more: object = {}) => answerOf(await ask(message, more));
const question = 'How hot should the water for green tea be?';

describe('the same question', () => {
  test('KA1 KA5: it is answered again in the same words and events, however it is typed, and no model is asked', async () => {
    const { models } = await start();
    const first = await ask(question);
    const again = await ask('  how HOT should the water for green tea be ?');
    expect(models.calls.chat).toHaveLength(1);
    expect(answerOf(again)).toBe(answerOf(first));
    expect(orderOf(again)).toEqual(orderOf(first));
    expect(only(again, 'citations')).toEqual(only(first, 'citations'));
    expect(only(again, 'answer_state')).toEqual(only(first, 'answer_state'));
    expect(only(again, 'logId')).not.toEqual(only(first, 'logId'));
  });

  test('KA1: a question with other words, and the same one in another place, is another one', async () => {
    const { models } = await start();
    await ask(question);
    await ask('How warm should the water for green tea be?');
    await ask(question, { pageUrl: '/archives/tea', pageTask: 'ask' });
    await running().inject({
      method: 'POST',
      url: `${publicPrefix}/search/answer`,
      payload: { keyword: question },
    });
    expect(models.calls.chat).toHaveLength(4);
  });

  test('KA1 KA7: without the setting nothing is kept, and a shorter time counts for what is kept already', async () => {
    let at = Date.parse('2026-05-01T10:00:00Z');
    const { models } = await start({ hours: 0, now: () => at });
    await ask(question);
    await ask(question);
    expect(models.calls.chat).toHaveLength(2);
    expect(await state()).toMatchObject({ hours: 0, entries: 0, oldestAt: '', hits: 0, lastHitAt: '' });
    await save({ chat: { answerCacheHours: 10 } });
    await ask(question);
    at += 9 * 3_600_000;
    await ask(question);
    expect(models.calls.chat).toHaveLength(3);
    expect(await state()).toMatchObject({ hours: 10, entries: 1, hits: 1 });
    at += 2 * 3_600_000;
    await ask(question);
    expect(models.calls.chat).toHaveLength(4);
  });

  test('KA5: programs, one reply and search are given the same', async () => {
    const { models } = await start();
    const search = async () =>
      framesOf(
        (
          await running().inject({
            method: 'POST',
            url: `${publicPrefix}/search/answer`,
            payload: { keyword: question },
          })
        ).body,
      );
    const once = async () =>
      (
        await running().inject({
          method: 'POST',
          url: `${publicPrefix}/chat`,
          payload: { message: question },
        })
      ).json<{ reply: string; citations: object[] }>();
    const streamed = await said(question, { reasoningEnabled: false });
    const whole = await once();
    expect(whole.reply).toBe(streamed);
    expect(whole.citations).toHaveLength(1);
    expect(models.calls.chat).toHaveLength(1);
    const found = await search();
    expect(answerOf(await search())).toBe(answerOf(found));
    expect(models.calls.chat).toHaveLength(2);
  });
});

describe('what an answer depends on', () => {
  test('KA2 PROD6: a passage that changes or is withdrawn takes its answer along', async () => {
    const { host, models } = await start();
    await ask(question);
    host.publish({ ...tea, text: tea.text.replace('dark', 'tight') });
    await expect.poll(async () => (await ask(question), models.calls.chat.length)).toBe(2);
    host.unpublish('tea');
    await expect.poll(() => said(question)).not.toContain('eighty');
  });

  test('KA2: a setting of answers or an intent route changes it', async () => {
    const { models } = await start();
    await ask(question);
    await save({ chat: { temperature: 0.1 } });
    await ask(question);
    expect(models.calls.chat).toHaveLength(2);
    await ask(question);
    expect(models.calls.chat).toHaveLength(2);
    const [route] = (await send('GET', '/intent-routes')).json<{ id: string }[]>();
    await running().inject({
      method: 'PUT',
      url: `${consolePrefix}/intent-routes/${route?.id}`,
      headers: asAdmin,
      payload: { ...route, priority: 7 },
    });
    await ask(question);
    expect(models.calls.chat).toHaveLength(3);
  });

  test('KA3: an answer of the owner comes first', async () => {
    await start();
    await ask(question);
    await send('POST', '/curated-answers', { questions: [question], answer: 'Ask the cook.' });
    expect(await said(question)).toBe('Ask the cook.');
  });
});

describe('what is kept', () => {
  const cases: readonly (readonly [string, FakeAnswer])[] = [
    ['a failed call', new Fault('upstream', 'the server is on fire')],
    ['an answer that no passage supports', 'The moon is made of cheese and rather large.'],
    [
      'an answer that was cut short',
      [
        { type: 'text', text: 'Green tea wants water of eighty degrees[1]. And then it ' },
        { type: 'finish', reason: 'length', usage: {} },
      ],
    ],
  ];

  test.each(cases)('KA4: not %s', async (_, broken) => {
    const { models } = await start({ chat: (nth) => (nth === 1 ? broken : 'Water of eighty degrees[1].') });
    await ask(question);
    expect(await state()).toMatchObject({ entries: 0 });
    const before = models.calls.chat.length;
    await ask(question);
    expect(models.calls.chat.length).toBeGreaterThan(before);
  });

  test('KA4: nothing that goes on with a conversation, and none is given to it', async () => {
    const { models } = await start();
    const history = [
      { role: 'user', content: 'Tell me about tea' },
      { role: 'assistant', content: 'Gladly.' },
    ];
    await ask(question, { history });
    expect(await state()).toMatchObject({ entries: 0 });
    await ask(question);
    await ask(question, { history });
    expect(models.calls.chat).toHaveLength(3);
  });

  test('KA5: an evaluation and a replay are answered anew, and what is tried in the debug stream is not kept', async () => {
    const { models } = await start();
    await send('POST', '/chat/debug/stream', { message: question });
    expect(await state()).toMatchObject({ entries: 0 });
    await ask(question);
    const [log] = await logs();
    const replay = (await send('POST', `/chat-logs/${log?.id}/replay`)).json<{ after: { answer: string } }>();
    expect(replay.after.answer).toContain('Written 3');
    expect(models.calls.chat).toHaveLength(3);
  });
});

describe('logs', () => {
  test('KA6 KA3: log and debug trace show it, and it costs nothing', async () => {
    await start();
    await ask(question);
    await ask(question);
    const [again, first] = await logs();
    expect(first).not.toHaveProperty('cached');
    expect(again).toMatchObject({ cached: true, traceIntent: 'NORMAL_CHAT', model: first?.model });
    expect(again).not.toHaveProperty('promptTokens');
    expect(again?.traceStagesJson).toContain('answer_cache');
    const debug = await send('POST', '/chat/debug/stream', { message: question });
    expect(debug.body).toContain('answer_cache');
    const calls = (await send('GET', '/usage/calls')).json<{ items: object[] }>();
    expect(calls.items).toHaveLength(1);
    expect(await state()).toMatchObject({ entries: 1, hits: 1 });
  });

  test('KA8: with its log a kept answer is deleted, with all logs every one', async () => {
    const { models } = await start();
    await ask(question);
    await ask('Where should I keep the tea leaves?');
    const written = await logs();
    const own = written.find((log) => log.question === question);
    await send('DELETE', `/chat-logs/${own?.id}`);
    await ask(question);
    expect(models.calls.chat).toHaveLength(3);
    await send('POST', '/chat-logs/clear', {});
    expect(await state()).toMatchObject({ entries: 0 });
  });

  test('KA7: deleting all tells how many there were', async () => {
    const { models } = await start();
    await ask(question);
    expect((await send('DELETE', '/answer-cache')).json()).toEqual({ deleted: 1 });
    expect(await state()).toMatchObject({ entries: 0, oldestAt: '' });
    await ask(question);
    expect(models.calls.chat).toHaveLength(2);
  });
});

test('KA9: while kept answers cannot be read, a question is answered anew, and the log says why', async () => {
  const { models, db } = await start();
  await ask(question);
  await db.query.schema.dropTable('answer_cache').execute();
  expect(await said(question)).toContain('Written 2');
  expect(models.calls.chat).toHaveLength(2);
  expect(running().log.warnings.map(({ message }) => message)).toEqual([
    'kept answers could not be looked at',
    'an answer could not be kept for the same question',
  ]);
});
