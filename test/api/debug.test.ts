import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { TraceSummary, type TraceStage } from '../../contract/events.ts';
import type { Frame } from '../../contract/frames.ts';
import { Fault, unavailable } from '../../server/kit/fault.ts';
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
const question = { message: 'How many grams of coffee for a litre of water?' };
const headers = { 'content-type': 'application/json', ...asAdmin };
const url = `${consolePrefix}/chat/debug/stream`;

async function start(script: FakeScript = {}, groups: object = {}) {
  const models = createFakeModels({ kinds: ['chat'], chat: () => ratio, ...script });
  app = await createTestApp({ host: createFakeHost(articles), models });
  const { inject, server } = app;
  const post = (path: string, body: unknown) =>
    inject({ method: 'POST', url: `${consolePrefix}${path}`, headers, payload: JSON.stringify(body) });
  await post('/config/save', groups);
  return {
    models,
    inject,
    server,
    post,
    ask: async (body: object = question) => framesOf((await post('/chat/debug/stream', body)).body),
  };
}

const stagesIn = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.event === 'trace_stage' ? [frame.data] : []));

/** The stage of a name. */
function stage(frames: readonly Frame[], name: string): TraceStage {
  const found = stagesIn(frames).find((one) => one.name === name);
  if (!found) throw new Error(`There is no stage ${name}`);
  return found;
}

const everything = {
  models: { rerankEnabled: true, queryRewriteEnabled: true },
  enhancement: {
    queryRewriteToggle: true,
    keepOriginalQuery: true,
    hydeEnabled: true,
    rerankToggle: true,
    crossLanguageEnabled: true,
    crossLanguageTargets: 'zh',
  },
};

/** A model that helps the search with other words each time, and answers. */
const helpful: FakeScript['chat'] = (call, nth) =>
  call.task.kind === 'answer' ? ratio : `coffee in other words ${nth}`;

describe('a debug answer', () => {
  test('DBG2, DBG4: stages, citations, tokens, state, id, summary and [DONE], in this order', async () => {
    const { ask } = await start();
    const frames = await ask();
    expect(orderOf(frames)).toEqual([
      'trace_stage',
      'citations',
      'trace_stage',
      'token',
      'trace_stage',
      'answer_state',
      'trace_summary',
      'done',
    ]);
    expect(answerOf(frames)).toBe(ratio);
    expect(only(frames, 'citations').data[0]).toMatchObject({ postId: 'coffee', url: '/archives/coffee' });
    // Nothing is logged, so no id is given.
    expect(orderOf(frames)).not.toContain('logId');
    const summary = TraceSummary.parse(only(frames, 'trace_summary').data);
    const stages = stagesIn(frames);
    expect(summary).toEqual({
      totalMs:
        Math.max(...stages.map((one) => one.finishedAt)) - Math.min(...stages.map((one) => one.startedAt)),
      stageCount: stages.length,
      intent: 'NORMAL_CHAT',
    });
  });

  test('CFG10: a save in the middle of an answer concerns the next one, in all of its parts', async () => {
    const settings = (wording: string) => ({
      ...everything,
      chat: { systemPrompt: wording },
      retrieval: { noMatchBehavior: 'fixed_reply', noMatchReply: wording },
    });
    const { ask, post, models } = await start(
      {
        kinds: ['chat'],
        chat(call, nth) {
          if (call.task.kind === 'answer') return ratio;
          if (nth > 1) return 'coffee in other words';
          return (async function* () {
            await post('/config/save', settings('Answer in verse.'));
            yield { type: 'text' as const, text: 'coffee in other words' };
          })();
        },
      },
      settings('Answer in prose.'),
    );
    const prompts = () =>
      models.calls.chat
        .filter(({ task }) => task.kind === 'answer')
        .map(({ messages }) => /Answer in (?:prose|verse)\./.exec(messages[0]?.content ?? '')?.[0]);
    await ask();
    expect(prompts()).toEqual(['Answer in prose.']);
    await ask();
    expect(prompts()).toEqual(['Answer in prose.', 'Answer in verse.']);
  });

  test('DBG3: every stage of the way, each with its times, a status and a detail', async () => {
    const { ask } = await start({ kinds: ['chat', 'embedding', 'rerank'], chat: helpful }, everything);
    const frames = await ask();
    const stages = stagesIn(frames);
    expect(stages.map(({ name }) => name)).toEqual([
      'chat_intent',
      'query_rewrite',
      'hyde',
      'embed',
      'hybrid_retrieve',
      'original_query',
      'cross_language',
      'merge_dedup',
      'rerank',
      'build_context',
      'inject_context',
      'generate',
    ]);
    for (const one of stages) {
      expect(Object.keys(one)).toEqual([
        'name',
        'label',
        'startedAt',
        'finishedAt',
        'durationMs',
        'status',
        'statusLabel',
        'detail',
        'data',
      ]);
      expect(one.durationMs).toBe(one.finishedAt - one.startedAt);
      expect(one.durationMs).toBeGreaterThanOrEqual(0);
      expect(one.status).toBe('ok');
      expect(one.statusLabel).toBe('done');
    }
    expect(stage(frames, 'chat_intent').detail).toBe('NORMAL_CHAT');
    expect(stage(frames, 'embed').data).toEqual({ dimensions: 16 });
    expect(stage(frames, 'merge_dedup').data).toMatchObject({
      before: expect.any(Number),
      after: expect.any(Number),
      crossLanguageNormalized: true,
    });
    expect(stage(frames, 'build_context').data).toMatchObject({
      docCount: expect.any(Number),
      contextLength: expect.any(Number),
    });
  });

  test('DBG3: prompt size and usage are shown', async () => {
    const { ask, models } = await start();
    const frames = await ask();
    const sent = models.calls.chat[0]?.messages.reduce((sum, { content }) => sum + content.length, 0);
    expect(stage(frames, 'inject_context')).toMatchObject({
      detail: expect.stringContaining(String(sent)),
      data: { ragDocCount: expect.any(Number), contextLength: expect.any(Number) },
    });
    expect(stage(frames, 'generate').data).toMatchObject({ promptTokens: 10, completionTokens: 5 });
  });

  test('DBG9: the prompt itself is in the data of its stage, and no chat log keeps it', async () => {
    const { ask, models, inject } = await start();
    const frames = await ask();
    expect(stage(frames, 'inject_context').data).toMatchObject({ messages: models.calls.chat[0]?.messages });
    await inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(question),
    });
    for (const kind of ['all', 'editor']) {
      const logs = await inject({ url: `${consolePrefix}/chat-logs?size=1&kind=${kind}`, headers: asAdmin });
      expect(logs.json().items[0].askedBy).toBe(kind === 'all' ? 'visitor' : 'editor');
      expect(logs.json().items[0].traceStagesJson).toContain('inject_context');
      expect(logs.json().items[0].traceStagesJson).not.toContain('messages');
    }
  });

  test('DBG10: a model that failed stands as failed, with its name, the status and the redacted words, before what answered', async () => {
    const { ask } = await start({
      kinds: ['chat'],
      chat: (call) => {
        if (call.task.kind !== 'answer') return helpful(call, 1);
        throw new Fault('upstream', 'HTTP 401: the key was revoked', {
          upstreamStatus: 401,
          upstreamKind: 'status',
        });
      },
    });
    const told = stagesIn(await ask()).filter(({ name }) => name === 'generate');
    expect(told[0]).toMatchObject({
      status: 'error',
      statusLabel: 'failed',
      detail: expect.stringContaining('HTTP 401'),
      data: { model: 'fake-chat', httpStatus: 401 },
    });
    expect(told.slice(1).every(({ status }) => status === 'ok')).toBe(true);
  });

  test('DBG7: candidates and ranks carry scores that are numbers, and whether they passed', async () => {
    const { ask } = await start(
      { kinds: ['chat', 'embedding', 'rerank'], chat: helpful },
      { ...everything, enhancement: { ...everything.enhancement, rerankScoreThreshold: 0.5 } },
    );
    const frames = await ask();
    const candidates = stage(frames, 'hybrid_retrieve').data;
    const { documents, ...counts } = stage(frames, 'rerank').data as {
      documents: { passed: boolean; score: number; title: string }[];
    };
    expect(candidates).toEqual(
      expect.arrayContaining([
        {
          title: expect.any(String),
          score: expect.any(Number),
          chunkIndex: expect.any(Number),
          content: expect.any(String),
        },
      ]),
    );
    expect(counts).toEqual({ before: expect.any(Number), after: expect.any(Number), threshold: 0.5 });
    expect(documents.length).toBeGreaterThan(1);
    for (const document of documents) {
      expect(document.score).toBeTypeOf('number');
      expect(document.passed).toBe(document.score >= 0.5);
    }
  });

  test('DBG3: a fallback is named with its reason, and the answer is given all the same', async () => {
    const { ask, models } = await start(
      {
        kinds: ['chat', 'embedding', 'rerank'],
        chat: (call) => (call.task.kind === 'answer' ? ratio : unavailable('No helper today')),
      },
      everything,
    );
    models.fail('embedding', unavailable('No vectors today'), 9);
    models.fail('rerank', unavailable('No ranks today'), 9);
    const frames = await ask();
    expect(answerOf(frames)).toBe(ratio);
    const fallbacks = stagesIn(frames).filter(({ status }) => status === 'fallback');
    expect(fallbacks.map(({ name, statusLabel }) => [name, statusLabel])).toEqual(
      ['query_rewrite', 'hyde', 'embed', 'cross_language', 'rerank'].map((name) => [name, 'degraded']),
    );
    expect(stage(frames, 'query_rewrite').detail).toContain('No helper today');
    expect(stage(frames, 'embed').detail).toContain('No vectors today');
    expect(stage(frames, 'rerank')).toMatchObject({
      detail: expect.stringContaining('No ranks today'),
      data: null,
    });
  });

  test('DBG3: when nothing passes the reranker, the stages say so', async () => {
    const { ask } = await start(
      { kinds: ['chat', 'rerank'], rerank: ({ documents }) => documents.map(() => 0.1) },
      { ...everything, enhancement: { rerankToggle: true, rerankScoreThreshold: 0.9 } },
    );
    const frames = await ask();
    expect(stage(frames, 'rerank')).toMatchObject({ status: 'fallback', statusLabel: 'all filtered' });
    expect(stage(frames, 'build_context').data).toMatchObject({ docCount: 0 });
    expect(orderOf(frames).slice(-2)).toEqual(['trace_summary', 'done']);
  });

  test('SSE7: reasoning comes between the stages and the answer', async () => {
    const { ask } = await start(
      {
        chat: () => [
          { type: 'reasoning', text: 'Let me look.' },
          { type: 'text', text: ratio },
        ],
      },
      { chat: { reasoningDefaultEnabled: true } },
    );
    const order = orderOf(await ask()).filter((name) => name !== 'trace_stage');
    expect(order).toEqual([
      'citations',
      'reasoning_start',
      'reasoning_delta',
      'reasoning_end',
      'token',
      'answer_state',
      'trace_summary',
      'done',
    ]);
  });
});

describe('live', () => {
  test('DBG2: stages arrive before the model has said anything', async () => {
    const speak = Promise.withResolvers<void>();
    const { server } = await start({
      async *chat() {
        await speak.promise;
        yield { type: 'text', text: ratio };
      },
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${address}${url}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(question),
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('inject_context')) text += (await reader?.read())?.value ?? '';
    const early = framesOf(text);
    expect(stagesIn(early).map(({ name }) => name)).toContain('hybrid_retrieve');
    expect(early.map(({ event }) => event)).not.toContain('token');
    speak.resolve();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      text += piece.value;
    expect(answerOf(framesOf(text))).toBe(ratio);
    expect(orderOf(framesOf(text)).slice(-2)).toEqual(['trace_summary', 'done']);
  });

  test('DBG2: the first stage arrives while the search is still at work', async () => {
    const rewrite = Promise.withResolvers<void>();
    const { server } = await start(
      {
        async *chat(call) {
          if (call.task.kind !== 'answer') await rewrite.promise;
          yield { type: 'text', text: call.task.kind === 'answer' ? ratio : 'grams of coffee' };
        },
      },
      everything,
    );
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${address}${url}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(question),
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = framesOf((await reader?.read())?.value ?? '');
    expect(first.map(({ event }) => event)).toEqual(['trace_stage']);
    expect(stagesIn(first)[0]?.name).toBe('chat_intent');
    rewrite.resolve();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
  });

  test('a client that leaves half way ends the model call and affects nobody else', async () => {
    let aborted = false;
    const { server, ask, models } = await start({
      chat: (call, nth) => (nth === 1 ? hangUntilAborted(call.signal, () => (aborted = true)) : ratio),
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const reply = await fetch(`${address}${url}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(question),
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    await expect.poll(() => models.calls.chat.length).toBe(1);
    leaving.abort();
    await expect.poll(() => aborted).toBe(true);
    expect(answerOf(await ask())).toBe(ratio);
  });
});

describe('failures', () => {
  test.each([{}, { message: '' }, { message: '   ' }, { message: 7 }, { message: 'x'.repeat(4001) }])(
    'DBG1: %j is 400 with an error as JSON',
    async (body) => {
      const { post } = await start();
      const reply = await post('/chat/debug/stream', body);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ error: expect.any(String) });
    },
  );

  test('DBG6: a model that fails at once is one token, the state, the summary and [DONE]; there is no id', async () => {
    const { ask } = await start({
      chat: () => new Fault('upstream', 'secret reason', { upstreamKind: 'timeout' }),
    });
    const frames = await ask();
    expect(orderOf(frames).filter((name) => name !== 'trace_stage')).toEqual([
      'citations',
      'token',
      'answer_state',
      'trace_summary',
      'done',
    ]);
    expect(answerOf(frames)).toMatch(/^⚠️ /);
    expect(answerOf(frames)).not.toContain('secret reason');
    expect(stage(frames, 'generate')).toMatchObject({ status: 'error', detail: 'secret reason' });
    expect(only(frames, 'answer_state').data.answerState).toBe('failed');
  });

  test('DBG6: a model that fails half way keeps the text so far, then a token, the state, the summary and [DONE]', async () => {
    const { ask } = await start({
      async *chat() {
        yield { type: 'text', text: 'Take 60 grams of coffee ' };
        throw new Fault('upstream', 'cut', { upstreamKind: 'protocol' });
      },
    });
    const frames = await ask();
    expect(answerOf(frames)).toMatch(/^Take 60 grams of coffee\s+⚠️ /);
    expect(orderOf(frames).slice(-5)).toEqual(
      ['token', 'trace_stage', 'token', 'answer_state', 'trace_summary'].concat('done').slice(-5),
    );
    expect(only(frames, 'trace_summary').data.stageCount).toBe(stagesIn(frames).length);
  });
});

describe('who is asked and who pays', () => {
  test('DBG5: visitor limits and the visitor switch do not apply, and nothing is written to the chat logs', async () => {
    const { ask, inject, post } = await start({}, { chat: { allowGuest: false } });
    const limits = await inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers,
      payload: JSON.stringify({
        enabled: true,
        visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1, whitelist: [] },
      }),
    });
    expect(limits.json()).toMatchObject({ saved: true });
    for (let nth = 0; nth < 3; nth += 1) expect(answerOf(await ask())).toBe(ratio);
    const logs = await inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
    expect(logs.json()).toMatchObject({ total: 0 });
    const own = await inject({ url: `${consolePrefix}/chat-logs?kind=editor`, headers: asAdmin });
    expect(own.json()).toMatchObject({ total: 3, items: [{ askedBy: 'editor', ip: '' }, {}, {}] });
    expect(await post('/chat/debug/stream', question)).toMatchObject({ statusCode: 200 });
    const visitor = await inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(question),
    });
    expect(visitor.json()).toEqual({ error: expect.any(String) });
  });

  test('DBG5, US8: the ledger counts every call, and a ceiling of the model refuses', async () => {
    const { ask, inject } = await start();
    await ask();
    const calls = await inject({ url: `${consolePrefix}/usage/calls`, headers: asAdmin });
    expect(calls.json<{ items: object[] }>().items).toMatchObject([
      { scenario: 'visitor_qa', status: 'success' },
    ]);
    await inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers,
      payload: JSON.stringify({ enabled: true, chatModelLimits: { 'fake-chat': 1 } }),
    });
    const frames = await ask();
    expect(only(frames, 'answer_state').data.answerState).toBe('limited');
    expect(orderOf(frames).slice(-3)).toEqual(['answer_state', 'trace_summary', 'done']);
    expect(orderOf(frames)).not.toContain('logId');
  });
});

async function* hangUntilAborted(signal: AbortSignal, aborted: () => void) {
  yield { type: 'text' as const, text: 'Take 60' };
  await new Promise((_, reject) =>
    signal.addEventListener('abort', () => (aborted(), reject(signal.reason))),
  );
}

describe('settings to try', () => {
  test('DBG8: a question is answered with settings that are not saved', async () => {
    const { ask, inject } = await start();
    const config = { retrieval: { noMatchBehavior: 'fixed_reply', noMatchReply: 'Nothing on Mars.' } };
    const frames = await ask({ message: 'Which volcanoes are there on Mars?', config });
    expect(answerOf(frames)).toBe('Nothing on Mars.');
    const saved = await inject({ url: `${consolePrefix}/config`, headers: asAdmin });
    expect(saved.json().retrieval.noMatchBehavior).toBe('continue');
    expect(answerOf(await ask({ message: 'Which volcanoes are there on Mars?' }))).not.toBe(
      'Nothing on Mars.',
    );
  });

  test.each([
    [{ retrieval: { topK: 0 } }, /1 to 100/],
    [{ retrieval: { topic: 1 } }, /is not a setting/],
    [{ usage: {} }, /cannot be tried/],
    [{ models: { embeddingDimensions: 512 } }, /vectors of the saved model/],
  ])('DBG8: %j is refused with the reason', async (config, reason) => {
    const { post } = await start();
    const reply = await post('/chat/debug/stream', { ...question, config });
    expect([reply.statusCode, reply.json().error]).toEqual([400, expect.stringMatching(reason)]);
  });
});
