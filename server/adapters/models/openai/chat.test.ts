import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatCall, ChatPart } from '../../../ports/models.ts';
import { startQuirksServer, type QuirksServer } from '../../../../test/fakes/provider/quirks-server.ts';
import { isFault, type Fault } from '../../../kit/fault.ts';
import type { ModelSpec } from '../models-file.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { createOpenai, type OpenaiOptions } from './openai.ts';

// Retries have their tests in http/retry-policy.test.ts.
let server: QuirksServer;
beforeAll(async () => void (server = await startQuirksServer()));
afterAll(() => server[Symbol.asyncDispose]());

const impatient = {
  firstTokenMs: 1000,
  betweenTokensMs: 1000,
  afterFinishMs: 50,
  retryBaseMs: 1,
  longestRetryWaitMs: 1500,
};

/** For answers without silence, which a busy machine may read slowly. */
const unhurried = {
  ...impatient,
  firstTokenMs: 30_000,
  betweenTokensMs: 30_000,
  afterFinishMs: 30_000,
};

const thisTest = () => encodeURIComponent(expect.getState().currentTestName ?? '');

/** A model whose requests say which test sends them. */
const tagged = (spec: Partial<ModelSpec>) =>
  specFor(server.url, { ...spec, headers: { ...spec.headers, 'x-test': thisTest() } });

/** Starts a call to the model with the quirk. */
function chat(
  model: string,
  call: Partial<ChatCall> = {},
  spec: Parameters<typeof specFor>[1] = {},
  options: OpenaiOptions = model.startsWith('fixture:') ? unhurried : impatient,
) {
  const send = createOpenai(options).chat(tagged({ ...spec, model }));
  return send({
    model: '',
    scenario: 'visitor_qa',
    task: { kind: 'ping' },
    messages: [{ role: 'user', content: 'hello' }],
    signal: new AbortController().signal,
    ...call,
  });
}

/** Text, reasoning and finish of a whole stream. */
async function collect(parts: AsyncIterable<ChatPart>) {
  const all = await Array.fromAsync(parts);
  const join = (type: 'text' | 'reasoning') =>
    all.map((part) => (part.type === type ? part.text : '')).join('');
  const finishes = all.filter((part) => part.type === 'finish');
  expect(finishes).toHaveLength(1);
  expect(all.at(-1)).toBe(finishes[0]);
  return {
    text: join('text'),
    reasoning: join('reasoning'),
    reason: finishes[0]?.reason,
    usage: finishes[0]?.usage,
  };
}

/** The Fault that ends a stream, with the text before it. */
async function failure(parts: AsyncIterable<ChatPart>): Promise<Fault & { before: string }> {
  let words = '';
  try {
    for await (const part of parts) if (part.type === 'text') words += part.text;
  } catch (error) {
    if (isFault(error)) return Object.assign(error, { before: words });
    throw error;
  }
  throw new Error(`no failure after ${words}`);
}

/** What the running test has asked; a request that an earlier one gave up may arrive only now. */
const requestsFor = (model: string) =>
  server.seen.filter(({ fields, headers }) => fields['model'] === model && headers['x-test'] === thisTest());

describe('recorded streams, in reads of any size', () => {
  it.each([
    ['deepseek-reasoning', '每天备份一次。🐱', '用户问备份。'],
    ['ollama-reasoning', 'Back up daily.', 'The user asks.'],
    ['openrouter-both', 'Yes.', 'Think.'],
    ['think-tags', '答案是 a < b，见 <table>。', '先看文章。'],
    ['reasoning-tags-upper', 'Done <3', 'Looking'],
    ['mistral-pieces', 'It is 42.', 'Let me see.'],
  ])('%s', async (file, text, reasoning) => {
    for (const size of [100_000, 61, 7, 1]) {
      const usage = { promptTokens: 21, completionTokens: 9 };
      expect(await collect(chat(`fixture:${file}@${size}`)), `reads of ${size}`).toEqual({
        text,
        reasoning,
        reason: 'stop',
        usage,
      });
    }
  });

  it('reasoning that is cut by the limit has no text', async () => {
    expect(await collect(chat('fixture:think-unclosed@5'))).toMatchObject({
      text: '',
      reasoning: 'never done',
      reason: 'length',
    });
  });
});

describe('MOD2: habits that are no faults', () => {
  const usage = { promptTokens: 5, completionTokens: 3 };
  it.each([
    ['plain', { text: 'ans', reason: 'stop', usage }],
    ['both-fields', { text: 'ans', reasoning: 'think' }],
    ['crlf', { text: 'ans', reason: 'stop' }],
    ['comments', { text: 'ans', usage }],
    ['usage-everywhere', { text: 'ans', usage }],
    ['split-characters', { text: 'a😀b\uFFFDc\uFFFDd', reason: 'stop' }],
    ['usage-in-two', { text: 'ans', usage }],
    ['usage-then-zeros', { text: 'ans', usage }],
    ['no-finish-reason', { text: 'ans', reason: 'other', usage: {} }],
    ['no-done', { text: 'ans', reason: 'stop' }],
    ['no-last-blank-line', { text: 'ans', reason: 'stop' }],
    ['cut-after-finish', { text: 'ans', reason: 'stop' }],
    ['silent-after-finish', { text: 'ans', reason: 'stop' }],
    ['null-choices', { text: 'ans', reason: 'stop' }],
    ['finish-eos', { text: 'ans', reason: 'stop' }],
    ['finish-length', { text: 'ans', reason: 'length' }],
    ['not-streamed', { text: 'ans', reasoning: 'why', reason: 'stop', usage }],
    ['garbage-between', { text: 'ans', reason: 'stop' }],
    ['long-answer', { text: 'x'.repeat(1000), usage }],
  ])('%s', async (model, expected) => {
    expect(await collect(chat(model))).toMatchObject(expected);
  });

  it('a missing opening tag is known from the model’s own setting', async () => {
    const spec = { reasoningStartsAtOnce: true };
    expect(await collect(chat('no-open-tag', {}, spec))).toMatchObject({ text: 'ans', reasoning: 'ponder' });
    expect(await collect(chat('no-tags', {}, spec))).toMatchObject({ text: 'ans' });
    expect(await collect(chat('both-fields', {}, spec))).toMatchObject({ text: 'ans', reasoning: 'think' });
  });
});

describe('a stream that fails', () => {
  it.each([
    ['cut-cleanly', 'protocol', undefined, 'an', /broke off/],
    ['cut-hard', 'network', undefined, 'an', /UND_ERR_SOCKET|terminated|ECONNRESET/],
    ['empty', 'protocol', undefined, '', /broke off/],
    ['error-in-stream', 'status', 503, 'an', /upstream overloaded/],
    ['error-text-in-stream', 'status', undefined, 'an', /model runner/],
    ['error-event', 'status', undefined, '', /worker lost/],
    ['ok-json-error', 'status', undefined, '', /out of range/],
    ['ok-json-error-with-choices', 'status', 500, '', /no luck/],
    ['ok-stream-error', 'status', undefined, '', /quota used up/],
    ['ok-html', 'protocol', undefined, '', /web page.*check baseUrl/],
    ['garbage-chunk', 'protocol', undefined, 'an', /not a JSON object/],
    ['endless-line', 'protocol', undefined, '', /longer than/],
    ['garbage-lines', 'timeout', undefined, '', /in time/],
    ['endless-comments', 'timeout', undefined, '', /in time/],
    ['silent', 'timeout', undefined, '', /in time/],
    ['silent-after-head', 'timeout', undefined, '', /in time/],
    ['silent-after-words', 'timeout', undefined, 'an', /in time/],
    ['status-401', 'status', 401, '', /Incorrect API key/],
    ['status-404', 'status', 404, '', /no such model/],
    ['status-500', 'status', 500, '', /broken inside/],
    ['status-502-html', 'status', 502, '', /HTTP 502: Bad gateway$/],
    ['status-500-huge', 'status', 500, '', /no no/],
    ['status-429-long', 'status', 429, '', /daily quota/],
    ['redirect', 'status', 302, '', /redirects.*check baseUrl/],
  ])('%s is a Fault upstream of kind %s', async (model, upstreamKind, upstreamStatus, words, message) => {
    const fault = await failure(chat(model));
    expect(fault).toMatchObject({ code: 'upstream', before: words, message: expect.stringMatching(message) });
    expect(fault.details.upstreamKind).toBe(upstreamKind);
    expect(fault.details.upstreamStatus).toBe(upstreamStatus);
    expect(fault.message.length).toBeLessThanOrEqual(500);
  });

  it('is a network failure when nothing listens', async () => {
    const chat = createOpenai(impatient).chat(specFor('http://127.0.0.1:9/v1', { model: 'plain' }));
    const fault = await failure(
      chat({
        model: '',
        scenario: 'model_test',
        task: { kind: 'ping' },
        messages: [],
        signal: new AbortController().signal,
      }),
    );
    expect(fault.details.upstreamKind).toBe('network');
    expect(fault.message).toMatch(/ECONNREFUSED/);
  });
});

describe('retries', () => {
  it.each([
    ['status-429-once', 2],
    ['status-503-once', 2],
    ['cut-before-answer-once', 2],
    ['overloaded-first', 2],
  ])('%s is asked again before the first word', async (model, requests) => {
    expect(await collect(chat(model))).toMatchObject({ text: 'ans' });
    expect(requestsFor(model)).toHaveLength(requests);
  });

  it('gives up after two repetitions', async () => {
    await failure(chat('status-500'));
    expect(requestsFor('status-500')).toHaveLength(3);
  });

  it.each([
    'status-401',
    'status-429-long',
    'cut-hard',
    'error-in-stream',
    'silent-after-words',
    'ok-json-error',
  ])('%s is not asked again', async (model) => {
    await failure(chat(model));
    expect(requestsFor(model)).toHaveLength(1);
  });

  it('MOD1: retries a model that does not start in time once, and counts both requests', async () => {
    expect(await collect(chat('silent-once'))).toMatchObject({ text: 'ans', usage: { unanswered: 1 } });
    expect(requestsFor('silent-once')).toHaveLength(2);
    const fault = await failure(chat('silent'));
    expect(fault.details).toMatchObject({ upstreamKind: 'timeout', unanswered: 2 });
    expect(requestsFor('silent')).toHaveLength(2);
  });

  it('US8: what the provider has reported for a request that failed is kept', async () => {
    const reported = { promptTokens: 5, completionTokens: 3 };
    expect((await failure(chat('error-after-usage'))).details.usage).toEqual(reported);
    const { text, usage } = await collect(chat('error-with-usage-first'));
    expect({ text, usage }).toEqual({ text: 'ans', usage: { ...reported, failed: reported } });
    const asked = await failure(chat('error-with-usage'));
    const before = requestsFor('error-with-usage').length - 1;
    expect(before).toBeGreaterThan(0);
    expect(asked.details.usage).toEqual({
      ...reported,
      failed: { promptTokens: before * 5, completionTokens: before * 3 },
    });
  });

  it('tells how long the provider wants to be left alone', async () => {
    expect((await failure(chat('status-429-long'))).details.retryAfterSeconds).toBe(3600);
  });

  it.each([
    ['refuses-stream-options', {}, 'stream_options'],
    ['refuses-max-tokens', { maxTokens: 50 }, 'max_tokens'],
    ['refuses-json', { json: true }, 'response_format'],
    ['refuses-reasoning', { reasoning: 'disabled' }, 'reasoning_effort'],
    ['refuses-temperature', { temperature: 0.2 }, 'temperature'],
    ['refuses-something', { reasoning: 'enabled', json: true }, 'reasoning_effort'],
  ] as const)('%s is asked once more without the field', async (model, call, field) => {
    expect(await collect(chat(model, call))).toMatchObject({ text: 'ans' });
    const [first, second, third] = requestsFor(model);
    expect(first?.fields).toHaveProperty(field);
    expect(second?.fields).not.toHaveProperty(field);
    expect(third).toBeUndefined();
    const limit = 'maxTokens' in call ? call.maxTokens : undefined;
    expect(second?.fields['max_completion_tokens']).toBe(limit);
  });

  it('remembers fields that a model has refused', async () => {
    const chat = createOpenai(impatient).chat(tagged({ model: 'refuses-reasoning' }));
    const ask = (reasoning: 'enabled' | 'disabled') =>
      collect(
        chat({
          model: '',
          scenario: 'visitor_qa',
          task: { kind: 'ping' },
          messages: [],
          reasoning,
          signal: new AbortController().signal,
        }),
      );
    await ask('disabled');
    await ask('disabled');
    expect(requestsFor('refuses-reasoning')).toHaveLength(3);
    await ask('enabled');
    expect(requestsFor('refuses-reasoning')).toHaveLength(5);
  });

  it('sends the parameters of the call, with the key and additional headers', async () => {
    const messages = [
      { role: 'system' as const, content: 'be brief' },
      { role: 'user' as const, content: '你好' },
    ];
    await collect(
      chat(
        'plain',
        { messages, temperature: 0, maxTokens: 9, json: true, reasoning: 'enabled' },
        { headers: { 'x-title': 'Docent' } },
      ),
    );
    const request = requestsFor('plain').at(-1);
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer key-for-tests-0123',
      'x-title': 'Docent',
      accept: 'text/event-stream',
    });
    expect(request?.fields).toEqual({
      model: 'plain',
      messages,
      stop: ['<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<end_of_turn>'],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_tokens: 9,
      response_format: { type: 'json_object' },
      reasoning_effort: 'medium',
    });
  });
});

describe('MOD1: the time of a call', () => {
  const limited = (model: string, limits: OpenaiOptions, call: Partial<ChatCall> = {}) =>
    chat(model, call, {}, { ...unhurried, ...limits });

  it.each([
    ['endless-reasoning', { reasoningMs: 150 }, '', /reasoning without an answer/],
    ['endless-reasoning', { callMs: 150 }, '', /no end of the answer/],
    ['trickle', { callMs: 150 }, 'word ', /no end of the answer/],
    ['silent', { callMs: 150 }, '', /no end of the answer/],
  ])('%s ends within %o', async (model, limits, words, message) => {
    const fault = await failure(limited(model, limits));
    expect(fault).toMatchObject({
      message: expect.stringMatching(message),
      details: { upstreamKind: 'timeout' },
    });
    expect(fault.before).toContain(words);
    // None where the time was over before the request had arrived.
    expect(requestsFor(model).length).toBeLessThanOrEqual(1);
  });

  it('does not end reasoning that leads to an answer', async () => {
    expect(await collect(limited('reasons-then-answers', { reasoningMs: 30_000 }))).toMatchObject({
      text: 'ans',
    });
  });

  it('gives a model that was asked to reason as long for its first part', async () => {
    const limits = { firstTokenMs: 50, reasoningMs: 30_000, retries: 0 };
    const unseen = () => collect(limited('answers-late', limits, { reasoning: 'enabled' }));
    await expect(unseen()).resolves.toMatchObject({ text: 'ans' });
    await expect(failure(limited('answers-late', limits))).resolves.toMatchObject({ before: '' });
  });
});

describe('leaving', () => {
  it('throws the reason of a signal that is aborted already', async () => {
    const reason = new Error('gone');
    await expect(collect(chat('plain', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('ends an answer that never ends, and hangs up', async () => {
    const answer = await collect(chat('endless-words', { maxTokens: 512 }));
    expect(answer.reason).toBe('length');
    expect(answer.text).toHaveLength(512 * 12);
    await vi.waitFor(() => expect(requestsFor('endless-words')).toHaveLength(1), { timeout: 30_000 });
  });

  it('MOD3: cuts an answer that comes as one piece, and refuses one of megabytes', async () => {
    expect(await collect(chat('ok-json-long', { maxTokens: 512 }))).toMatchObject({
      reason: 'length',
      text: 'y'.repeat(512 * 12),
    });
    await expect(collect(chat('ok-json-huge', { maxTokens: 512 }, {}, unhurried))).rejects.toThrow(
      /longer than|8388608/,
    );
  });

  it.each(['slow-words', 'silent', 'endless-comments'])(
    'aborts %s at the provider when the signal fires',
    async (model) => {
      const controller = new AbortController();
      const reason = new Error('the visitor left');
      const stream = collect(chat(model, { signal: controller.signal }));
      setTimeout(() => controller.abort(reason), 30);
      await expect(stream).rejects.toBe(reason);
    },
  );

  it('does not wait for a repetition after the signal', async () => {
    const controller = new AbortController();
    const chat = createOpenai({ ...impatient, retryBaseMs: 60_000, longestRetryWaitMs: 60_000 }).chat(
      tagged({ model: 'status-500' }),
    );
    const stream = collect(
      chat({
        model: '',
        scenario: 'visitor_qa',
        task: { kind: 'ping' },
        messages: [],
        signal: controller.signal,
      }),
    );
    const left = stream.catch((error: unknown) => error);
    await vi.waitFor(() => expect(requestsFor('status-500')).toHaveLength(1), { timeout: 30_000 });
    controller.abort(new Error('left'));
    expect(await left).toMatchObject({ message: 'left' });
  });

  it('closes the connection when the reader stops', async () => {
    for await (const part of chat('slow-words')) {
      expect(part).toEqual({ type: 'text', text: 'one ' });
      break;
    }
    // The fake server's stream ends only when the client leaves; closing the server would hang otherwise.
  });
});

describe('keys', () => {
  it('are in no Fault and in no print of the client', async () => {
    const key = 'key-for-tests-0123';
    const spec = specFor(server.url, { model: 'status-401' });
    const client = createOpenai(impatient);
    const chat = client.chat(spec);
    const fault = await failure(
      chat({
        model: '',
        scenario: 'model_test',
        task: { kind: 'ping' },
        messages: [],
        signal: new AbortController().signal,
      }),
    );
    for (const thing of [fault, spec, client, chat, client.embedding(spec), client.image(spec)]) {
      expect(inspect(thing, { depth: 20, showHidden: true })).not.toContain(key);
      expect(JSON.stringify({ thing })).not.toContain(key);
    }
    expect(fault.message).toBe('Model "test": HTTP 401: Incorrect API key provided: ***. Bearer ***');
    expect(fault.cause).toBeUndefined();
  });
});
