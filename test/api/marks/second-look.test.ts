import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { ChatCall } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { isJudgeTrial, trialVerdicts } from './known-judge.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { answerOf, framesOf, only } from '../frames.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const sure = 'Take 60 grams of coffee for each litre of water [1].';
const open = 'Water for light roasts is heated to 93 degrees [1].';
const message = 'How many grams of coffee for a litre of water?';

/** A service whose model answers with a sure and an undecided mark, and judges the latter `verdict`. */
async function start(verdict: string, isOn = true, wrong = 0) {
  const judges = (call: ChatCall) => call.scenario === 'mark_judge' && !isJudgeTrial(call);
  const models = createFakeModels({
    kinds: ['chat'],
    chat: (call) =>
      isJudgeTrial(call)
        ? trialVerdicts(call, wrong)
        : judges(call)
          ? JSON.stringify({ verdicts: [{ statement: 1, verdict }] })
          : `${sure} 1 <i>or</i> 2. ${open}`,
  });
  app = await createTestApp({ host: createFakeHost(articles), models });
  const { inject } = app;
  const post = (url: string, body: object) =>
    inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...asAdmin },
      payload: JSON.stringify(body),
    });
  await post(`${consolePrefix}/config/save`, {
    retrieval: { judgeMarks: isOn },
    integrations: { openAiEnabled: true },
  });
  return {
    inject,
    post,
    judged: () => models.calls.chat.filter(judges),
    trials: () => models.calls.chat.filter(isJudgeTrial),
  };
}

const withMark = `${sure} 1 <i>or</i> 2. ${open}`;
const without = withMark.replace(/ \[1\]\.$/, '.');

describe('a second look at marks, in every way of asking', () => {
  test('ANS42: it is off by default, and no call is made', async () => {
    const { post, inject, judged } = await start('no', false);
    const config = await inject({ url: `${consolePrefix}/config`, headers: asAdmin });
    expect(config.json().retrieval.judgeMarks).toBe(false);
    const reply = (await post(`${publicPrefix}/chat`, { message })).json<ChatReply>();
    expect(reply.reply).toBe(withMark);
    expect(judged()).toEqual([]);
  });

  test('ANS42, ANS43: reply, log, stream and `/v1` have the marks that stand, and each answer costs one call', async () => {
    const { post, inject, judged } = await start('no');
    const reply = (await post(`${publicPrefix}/chat`, { message })).json<ChatReply & { text?: string }>();
    expect(reply.reply).toBe(without);
    expect(reply.text).toBeUndefined();
    expect(reply.quotes).toHaveLength(1);
    expect(judged()).toHaveLength(1);
    const logs = (await inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin })).json<{
      items: ChatLog[];
    }>();
    expect(logs.items[0]?.answer).toBe(without);
    const frames = framesOf((await post(`${publicPrefix}/chat/stream`, { message })).body);
    expect(answerOf(frames)).toBe(withMark.replaceAll('<', '&lt;'));
    expect(only(frames, 'answer_state').data.text).toBe(without.replaceAll('<', '&lt;'));
    const program = await post('/v1/chat/completions', {
      model: 'docent-annotations',
      messages: [{ role: 'user', content: message }],
    });
    expect(program.json().choices[0].message.content).toBe(without);
    expect(program.json().choices[0].message.annotations).toHaveLength(1);
    expect(judged()).toHaveLength(3);
    const calls = await inject({ url: `${consolePrefix}/usage/calls?scenario=mark_judge`, headers: asAdmin });
    // With the two calls of the trial.
    expect(calls.json()).toMatchObject({ total: 5, items: [{ scenario: 'mark_judge' }, {}, {}, {}, {}] });
  });

  test('ANS42: nothing is sent where the judge confirms, and the debug stream shows it with its prompt', async () => {
    const { post } = await start('yes');
    const frames = framesOf((await post(`${consolePrefix}/chat/debug/stream`, { message })).body);
    expect(only(frames, 'answer_state').data).not.toHaveProperty('text');
    const stages = frames.flatMap((frame) => (frame.event === 'trace_stage' ? [frame.data] : []));
    expect(stages.find(({ name }) => name === 'mark_judge')).toMatchObject({
      status: 'ok',
      data: {
        statements: [{ article: 1, verdict: 'yes' }],
        marks: { kept: 2, dropped: 0 },
        messages: [{}, {}],
      },
    });
  });

  test('ANS46: a model that judges known statements badly is tried once and never judges', async () => {
    const { post, judged, trials } = await start('no', true, 3);
    for (let nth = 0; nth < 2; nth += 1)
      expect((await post(`${publicPrefix}/chat`, { message })).json<ChatReply>().reply).toBe(withMark);
    expect([trials().length, judged().length]).toEqual([2, 0]);
    const frames = framesOf((await post(`${consolePrefix}/chat/debug/stream`, { message })).body);
    const stages = frames.flatMap((frame) => (frame.event === 'trace_stage' ? [frame.data] : []));
    expect(stages.find(({ name }) => name === 'mark_judge')).toMatchObject({
      status: 'fallback',
      detail: expect.stringContaining('the model judged 18 rightly'),
    });
  });

  test('ANS42, DBG8: a trial switches it on for one question alone', async () => {
    const { post, judged } = await start('no', false);
    await post(`${consolePrefix}/chat/debug/stream`, {
      message,
      config: { retrieval: { judgeMarks: true } },
    });
    expect(judged()).toHaveLength(1);
    await post(`${publicPrefix}/chat`, { message });
    expect(judged()).toHaveLength(1);
  });
});
