import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { Fault } from '../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../fakes/models.ts';
import { answerOf, framesOf, only, orderOf } from './frames.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const ratio = 'Take 60 grams of coffee for each litre of water.[1]';

async function start(script: FakeScript = { chat: () => ratio }) {
  const models = createFakeModels({ kinds: ['chat'], ...script });
  app = await createTestApp({ host: createFakeHost(articles), models });
  return Object.assign(app, { models });
}

const json = { 'content-type': 'application/json' };
const question = { message: 'How many grams of coffee for a litre of water?' };

const ask = (body: unknown, path = '/chat/stream', prefix = publicPrefix) => {
  if (!app) throw new Error('start first');
  return app.inject({ method: 'POST', url: prefix + path, headers: json, payload: JSON.stringify(body) });
};

const save = (groups: unknown) => {
  if (!app) throw new Error('start first');
  return app.inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: { ...json, ...asAdmin },
    payload: JSON.stringify(groups),
  });
};

describe('the streamed answer', () => {
  test('SSE1, SSE3, SSE5, SSE9, SSE10, SSE15: citations, tokens, state, id and [DONE], in this order', async () => {
    await start();
    const reply = await ask(question);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reply.headers['x-accel-buffering']).toBe('no');
    expect(reply.body).not.toContain('\r');
    const frames = framesOf(reply.body);
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'logId', 'done']);
    expect(answerOf(frames)).toBe(ratio);
    expect(only(frames, 'citations').data[0]).toMatchObject({
      postId: 'coffee',
      title: 'Brewing coffee at home',
      url: '/archives/coffee',
      anchor: 'ratio',
    });
    expect(only(frames, 'answer_state').data).toMatchObject({ answerState: 'answered' });
    expect(only(frames, 'logId').data).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.body.endsWith('data:[DONE]\n\n')).toBe(true);
  });

  test('CHAT11, VER1: the same under v1alpha2', async () => {
    await start();
    expect(answerOf(framesOf((await ask(question, '/chat/stream', publicPrefixV2)).body))).toBe(ratio);
    expect((await ask(question, '/chat', publicPrefixV2)).json()).toMatchObject({ reply: ratio });
  });

  test.each([
    ['no message', {}],
    ['a blank message', { message: '  ' }],
    ['a number', { message: 7 }],
    ['a message of 4001 characters', { message: 'x'.repeat(4001) }],
    ['a bad route id', { message: 'hi', intentRouteId: 'No_Such' }],
    ['an odd switch', { message: 'hi', reasoningEnabled: 'yes' }],
    ['a list', []],
  ])(
    'CHAT1, CHAT5, CHAT7, ERR2: %s is 400 with one token and [DONE], and 400 with an error as JSON',
    async (_, body) => {
      await start();
      const streamed = await ask(body);
      expect(streamed.statusCode).toBe(400);
      expect(orderOf(framesOf(streamed.body))).toEqual(['token', 'done']);
      expect(answerOf(framesOf(streamed.body))).toMatch(/^⚠️ /);
      const single = await ask(body, '/chat');
      expect(single.statusCode).toBe(400);
      expect(single.json()).toEqual({ error: expect.any(String) });
    },
  );

  test('CHAT1: a message of 4000 characters is answered', async () => {
    await start();
    expect((await ask({ message: `coffee ${'x'.repeat(3993)}` })).statusCode).toBe(200);
  });

  test('WIRE4: invalid JSON is 400, another content type 415, more than 1 MB 413; none breaks the service', async () => {
    const { inject } = await start();
    const url = `${publicPrefix}/chat/stream`;
    expect((await inject({ method: 'POST', url, headers: json, payload: '{"message":' })).statusCode).toBe(
      400,
    );
    expect(
      (
        await inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'text/plain' },
          payload: '{"message":"hi"}',
        })
      ).statusCode,
    ).toBe(415);
    expect(
      (
        await inject({
          method: 'POST',
          url,
          headers: json,
          payload: JSON.stringify({ message: 'x'.repeat(1_100_000) }),
        })
      ).statusCode,
    ).toBe(413);
    expect((await inject({ method: 'POST', url })).statusCode).toBe(400);
  });

  test('CHAT3, CHAT12: the newest history items reach the model, as material and not as its own turns', async () => {
    const { models } = await start();
    const history = Array.from({ length: 25 }, (_, index) => ({
      role: index % 2 ? 'assistant' : 'user',
      content: `turn-${index}`,
    }));
    await ask({ ...question, history });
    const [call] = models.calls.chat;
    const text = JSON.stringify(call?.messages);
    expect(text).toContain('turn-24');
    expect(text).toContain('turn-15');
    expect(text).not.toContain('turn-14');
    expect(call?.messages.map((message) => message.role)).toEqual(['system', 'user']);
  });

  test('CHAT7, SSE7, CHAT14: reasoning is shown apart when asked for, and nowhere else', async () => {
    const { models, inject } = await start({
      chat: () => [
        { type: 'reasoning', text: 'Let me look. ' },
        { type: 'reasoning', text: 'Found.' },
        { type: 'text', text: ratio },
      ],
    });
    const frames = framesOf((await ask({ ...question, reasoningEnabled: true })).body);
    expect(orderOf(frames)).toEqual([
      'citations',
      'reasoning_start',
      'reasoning_delta',
      'reasoning_end',
      'token',
      'answer_state',
      'logId',
      'done',
    ]);
    expect(answerOf(frames)).toBe(ratio);
    expect(orderOf(framesOf((await ask(question)).body))).not.toContain('reasoning_start');
    expect(models.calls.chat.map((call) => call.reasoning)).toEqual(['enabled', 'disabled']);
    const id = only(frames, 'logId').data;
    const log = (await inject({ url: `${consolePrefix}/chat-logs/${id}`, headers: asAdmin })).json<{
      answer: string;
    }>();
    expect(log.answer).toBe(ratio);
  });

  test('CHAT6: a route that does not exist gives a friendly failure and no other answer', async () => {
    const { models } = await start();
    const reply = await ask({ ...question, intentRouteId: 'no-such-route' });
    expect(reply.statusCode).toBe(200);
    expect(orderOf(framesOf(reply.body))).toEqual(['token', 'answer_state', 'done']);
    expect(models.calls.chat).toHaveLength(0);
  });

  test.each([
    [
      new Fault('upstream', 'secret reason', { upstreamKind: 'status', upstreamStatus: 401 }),
      /isn't set up correctly/,
    ],
    [
      new Fault('upstream', 'secret reason', { upstreamKind: 'status', upstreamStatus: 429 }),
      /busy right now/,
    ],
    [
      new Fault('upstream', 'secret reason', { upstreamKind: 'status', upstreamStatus: 503 }),
      /unavailable right now/,
    ],
    [new Fault('upstream', 'secret reason', { upstreamKind: 'timeout' }), /took too long/],
    [new Fault('unavailable', 'secret reason'), /unavailable/],
  ])('ERR3, CHAT10, SSE3: a failing model is one friendly token and [DONE]: %s', async (error, words) => {
    await start({ chat: () => error });
    const reply = await ask(question);
    expect(reply.statusCode).toBe(200);
    const frames = framesOf(reply.body);
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'done']);
    expect(answerOf(frames)).toMatch(/^⚠️ /);
    expect(answerOf(frames)).toMatch(words);
    expect(reply.body).not.toContain('secret reason');
    const single = (await ask(question, '/chat')).json<Record<string, unknown>>();
    expect(single).toMatchObject({
      reply: expect.stringMatching(words),
      citations: [],
      answerState: 'failed',
    });
    expect(single).not.toHaveProperty('error');
  });

  test('ERR3, SSE9: an answer without a word is a failure, not a completed answer', async () => {
    await start({ chat: () => [{ type: 'reasoning', text: 'only thoughts' }] });
    const frames = framesOf((await ask(question)).body);
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'done']);
    expect(answerOf(frames)).toMatch(/^⚠️ /);
  });

  test('CHAT10, CL6: a service that stops answers a running POST chat with an apology and logs it', async () => {
    const asked = Promise.withResolvers<void>();
    const { server } = await start({
      chat: (call) =>
        (async function* () {
          yield { type: 'text' as const, text: 'Take 60' };
          asked.resolve();
          await new Promise((_, reject) =>
            call.signal.addEventListener('abort', () => reject(call.signal.reason)),
          );
        })(),
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const reply = fetch(`${address}${publicPrefix}/chat`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(question),
    });
    await asked.promise;
    await server.close();
    const answered = await reply;
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({
      reply: expect.any(String),
      citations: [],
      answerState: 'failed',
    });
  });

  test('SSE3: a model that fails half way keeps the text so far, adds a paragraph that says so, and ends', async () => {
    await start({
      chat: () =>
        (async function* () {
          yield { type: 'text' as const, text: 'Take 60 grams ' };
          throw new Fault('upstream', 'cut', { upstreamKind: 'protocol' });
        })(),
    });
    const frames = framesOf((await ask(question)).body);
    expect(answerOf(frames)).toMatch(/^Take 60 grams\n\n⚠️ /);
    expect(orderOf(frames).slice(-2)).toEqual(['answer_state', 'done']);
  });

  test('CHAT9, ERR1: a closed chat is an error event with plain text, and an error as JSON; for administrators too', async () => {
    const { inject } = await start();
    expect((await save({ chat: { allowGuest: false } })).json()).toEqual({ saved: true });
    const reply = await ask(question);
    expect(reply.statusCode).toBe(200);
    expect(orderOf(framesOf(reply.body))).toEqual(['error', 'done']);
    expect((await ask(question, '/chat')).json()).toEqual({
      error: only(framesOf(reply.body), 'error').data,
    });
    const admin = await inject({
      method: 'POST',
      url: `${publicPrefix}/chat/stream`,
      headers: { ...json, ...asAdmin },
      payload: JSON.stringify(question),
    });
    expect(orderOf(framesOf(admin.body))).toEqual(['error', 'done']);
  });

  test('CHAT15, CHAT17: an uncovered question gets the fixed reply without a model call', async () => {
    const { models } = await start();
    await save({ retrieval: { noMatchBehavior: 'fixed_reply', noMatchReply: 'Not on this site.' } });
    const frames = framesOf(
      (await ask({ message: 'Who won the 1998 football world cup final in Paris?' })).body,
    );
    expect(answerOf(frames)).toBe('Not on this site.');
    expect(only(frames, 'answer_state').data.answerState).toBe('not_covered');
    expect(models.calls.chat).toHaveLength(0);
  });

  test('PROD3, CIT2: a mark that its article does not support is dropped or moved', async () => {
    await start({
      chat: () => 'The moon is made of cheese.[1] Take 60 grams of coffee for each litre of water.[1]',
    });
    expect(answerOf(framesOf((await ask(question)).body))).toBe(`The moon is made of cheese. ${ratio}`);
  });

  test('CHAT13, CHAT17, SSE13: limits are asked before anything is spent, and say when to come back', async () => {
    const { inject, models } = await start({ kinds: ['chat', 'embedding'], chat: () => ratio });
    const limits = { visitor: { enabled: true, hourlyLimit: 1 } };
    const saved = await inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: { ...json, ...asAdmin },
      payload: JSON.stringify(limits),
    });
    expect(saved.json()).toEqual({ saved: true });
    expect(answerOf(framesOf((await ask(question)).body))).toBe(ratio);
    const spent = models.calls.embedding.length;
    const reply = await ask(question);
    expect(reply.statusCode).toBe(200);
    const frames = framesOf(reply.body);
    expect(orderOf(frames)).toEqual(['token', 'answer_state', 'done']);
    const { answerState, retryAfterSeconds } = only(frames, 'answer_state').data;
    expect(answerState).toBe('limited');
    expect(retryAfterSeconds).toBeGreaterThan(3500);
    expect(models.calls.embedding).toHaveLength(spent);
    expect(models.calls.chat).toHaveLength(1);
  });

  test('CIT1, CIT3: a citation is texts, with the sentence, the place and the number of marks beside them', async () => {
    await start();
    const { citations } = only(framesOf((await ask(question)).body), 'answer_state').data;
    expect(citations?.[0]).toEqual({
      postId: 'coffee',
      title: 'Brewing coffee at home',
      url: '/archives/coffee',
      anchor: 'ratio',
      quote: 'Take 60 grams of coffee for each litre of water.',
      marks: 1,
    });
  });

  test('CHAT18: a client that leaves aborts the model, and the text so far is logged', async () => {
    let aborted = false;
    let isAsked = false;
    const { server, inject } = await start({
      chat: (call) =>
        (async function* () {
          yield { type: 'text' as const, text: 'Take 60 grams' };
          isAsked = true;
          await new Promise((_, reject) =>
            call.signal.addEventListener('abort', () => ((aborted = true), reject(call.signal.reason))),
          );
        })(),
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const reply = await fetch(`${address}${publicPrefix}/chat/stream`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(question),
      signal: leaving.signal,
    });
    const reader = reply.body?.getReader();
    await reader?.read();
    await expect.poll(() => isAsked).toBe(true);
    leaving.abort();
    await expect.poll(() => aborted).toBe(true);
    await expect
      .poll(async () =>
        (await inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin }))
          .json<{ items: { answer: string }[] }>()
          .items.map((log) => log.answer),
      )
      .toEqual(['Take 60 grams']);
  });
});

describe('an answer that goes on', () => {
  const resumeKey = 'a-secret-that-nobody-else-can-know';
  const resume = (body: unknown, path = '/chat/stream/resume') => ask(body, path);

  test('CHAT19: whoever knows the key gets the answer again, without another call of the model', async () => {
    const { models } = await start();
    const first = await ask({ ...question, resumeKey });
    const again = await resume({ resumeKey });
    expect(again.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(orderOf(framesOf(again.body))).toEqual(orderOf(framesOf(first.body)));
    expect(answerOf(framesOf(again.body))).toBe(ratio);
    expect(only(framesOf(again.body), 'logId')).toEqual(only(framesOf(first.body), 'logId'));
    expect(models.calls.chat.length).toBe(1);
  });

  test.each([
    ['an answer without a key', {}, 410],
    ['a short key', { resumeKey: 'short' }, 400],
  ])('CHAT19: %s is not kept', async (_, keys, status) => {
    await start();
    expect((await ask({ ...question, ...keys })).statusCode).toBe(200);
    const gone = await resume({ resumeKey, ...keys });
    expect(gone.statusCode).toBe(status);
    expect(gone.json()).toEqual({ error: expect.any(String) });
    expect((await resume({ resumeKey }, '/chat/stream/stop')).json()).toEqual({ stopped: false });
  });

  test('CHAT20: a visitor leaves and comes back to it, and one who stops it ends the call of the model', async () => {
    let model = 'not asked';
    const go = Promise.withResolvers<void>();
    const { server } = await start({
      chat: (call) =>
        (async function* () {
          const left = new Promise<never>((_, reject) =>
            call.signal.addEventListener('abort', () => reject(call.signal.reason)),
          );
          try {
            yield { type: 'text' as const, text: 'Take 60 grams of coffee' };
            await Promise.race([go.promise, left]);
            yield { type: 'text' as const, text: ' for each litre of water.[1]' };
            model = 'asked';
            await left;
          } finally {
            model = 'ended';
          }
        })(),
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const post = (path: string, body: object, signal?: AbortSignal) =>
      fetch(`${address}${publicPrefix}${path}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    const leaving = new AbortController();
    const reply = await post('/chat/stream', { ...question, resumeKey }, leaving.signal);
    await reply.body?.getReader().read();
    leaving.abort();
    const again = await post('/chat/stream/resume', { resumeKey });
    go.resolve();
    const reader = again.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    await expect.poll(async () => (text += (await reader?.read())?.value ?? '')).toContain('event:citations');
    await expect.poll(() => model).toBe('asked');
    expect(await (await post('/chat/stream/stop', { resumeKey })).json()).toEqual({ stopped: true });
    await expect.poll(() => model).toBe('ended');
    expect((await post('/chat/stream/resume', { resumeKey })).status).toBe(410);
  });
});

describe('POST chat', () => {
  test('CHAT8, CHAT16, FB6: one reply with citations and an id that feedback finds', async () => {
    const { inject } = await start();
    const reply = (await ask(question, '/chat')).json<{
      reply: string;
      citations: unknown[];
      logId: string;
    }>();
    expect(reply).toMatchObject({ reply: ratio, answerState: 'answered' });
    expect(reply.citations.length).toBeGreaterThan(0);
    const feedback = await inject({
      method: 'POST',
      url: `${publicPrefix}/chat/feedback?logId=${reply.logId}&type=dislike&comment=too%20short`,
    });
    expect(feedback.json()).toEqual({ success: true });
  });
});

describe('feedback', () => {
  test.each([
    ['', 'no id'],
    ['?logId=nobody', 'an unknown id'],
    ['?logId=x&type=', 'an empty type'],
    ['?logId=x&type=love', 'another type'],
  ])('FB1, FB3, FB5: %s is 200 with success false: %s', async (query) => {
    const { inject } = await start();
    const reply = await inject({ method: 'POST', url: `${publicPrefix}/chat/feedback${query}` });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ success: false, error: expect.any(String) });
  });

  test('FB7, WIRE10: GET is gone and v1alpha2 has none', async () => {
    const { inject } = await start();
    expect((await inject({ url: `${publicPrefix}/chat/feedback?logId=x` })).statusCode).toBe(404);
    expect(
      (await inject({ method: 'POST', url: `${publicPrefixV2}/chat/feedback?logId=x` })).statusCode,
    ).toBe(404);
  });
});
