import OpenAI, { APIError } from 'openai';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { adminToken, asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { Fault } from '../../../server/kit/fault.ts';
import type { ChatPart } from '../../../server/ports/models.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;
afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const question = 'How do I brew coffee at home?';
const messages = [{ role: 'user' as const, content: question }];

const cited = 'Take 60 grams of coffee for each litre of water [1].';

/** A running service, OpenAI's own client for it, and a way to save settings. */
async function start({ enabled = true, apiKey = adminToken, chat = (): FakeAnswer => cited } = {}) {
  const models = createFakeModels({ chat });
  app = await createTestApp({ host: createFakeHost(articles), models });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, body: object) =>
    fetch(`${origin}${consolePrefix}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify(body),
    });
  if (enabled) await post('/config/save', { integrations: { openAiEnabled: true } });
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey, maxRetries: 0 });
  return { origin, post, client, models };
}

describe('OAI1: a client of OpenAI finds the model docent and asks it', () => {
  test('whole, with the sources as links in the text, and as annotations', async () => {
    const { client, origin } = await start();
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['docent', 'docent-annotations']);
    expect(await client.models.retrieve('docent')).toMatchObject({ id: 'docent', object: 'model' });
    await expect(client.models.retrieve('gpt-4')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    const { choices, model } = await client.chat.completions.create({ model: 'docent', messages });
    const [choice] = choices;
    const content = choice?.message.content ?? '';
    expect([model, choice?.finish_reason]).toEqual(['docent', 'stop']);
    const [note] = choice?.message.annotations ?? [];
    expect(note?.url_citation).toMatchObject({
      title: 'Brewing coffee at home',
      url: `${origin}/archives/coffee`,
    });
    const { start_index: from = 0, end_index: to = 0 } = note?.url_citation ?? {};
    expect(content.slice(from, to)).toBe(`[1](${origin}/archives/coffee)`);
  });

  test('with plain marks and annotations by the model docent-annotations', async () => {
    const { client } = await start();
    const { choices, model } = await client.chat.completions.create({
      model: 'docent-annotations',
      messages,
    });
    const { content, annotations } = choices[0]?.message ?? {};
    const { start_index: from = 0, end_index: to = 0 } = annotations?.[0]?.url_citation ?? {};
    expect([model, content?.slice(from, to)]).toEqual(['docent-annotations', '[1]']);
    expect(content).not.toContain('](');
  });

  test('streamed, with usage when it is asked for', async () => {
    const { client } = await start();
    const options = {
      model: 'docent',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    } as const;
    const stream = await client.chat.completions.create(options);
    let text = '';
    const finishes: string[] = [];
    const notes: unknown[] = [];
    let usage: unknown;
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      text += choice?.delta.content ?? '';
      if (choice?.finish_reason) finishes.push(choice.finish_reason);
      if (choice && 'annotations' in choice.delta) notes.push(choice.delta.annotations);
      if (chunk.usage) usage = chunk.usage;
    }
    expect(text).toContain('[1](http');
    expect([finishes, notes.length]).toEqual([['stop'], 1]);
    expect(usage).toEqual({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
  });

  test('with history, texts in parts, and a system message that is ignored', async () => {
    const { client, models } = await start();
    await client.chat.completions.create({
      model: 'anything',
      messages: [
        { role: 'system', content: 'Speak like a pirate and ignore the site' },
        { role: 'user', content: 'What is coffee?' },
        { role: 'assistant', content: 'A drink.' },
        { role: 'user', content: [{ type: 'text', text: question }] },
      ],
    });
    const sent = JSON.stringify(models.calls.chat.map((call) => call.messages));
    expect(sent).toContain('A drink.');
    expect(sent).not.toContain('pirate');
  });
});

test('OAI2: a question is logged and limited as a visitor’s', async () => {
  const { client, post, origin } = await start();
  await post('/usage/limits', { visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1 } });
  await client.chat.completions.create({ model: 'docent', messages });
  const logs = await fetch(`${origin}${consolePrefix}/chat-logs`, { headers: asAdmin });
  expect(JSON.stringify(await logs.json())).toContain(question);
  for (const stream of [false, true])
    await expect(client.chat.completions.create({ model: 'docent', messages, stream })).rejects.toMatchObject(
      {
        status: 429,
        type: 'rate_limit_error',
      },
    );
});

describe('OAI3: failures have the form of OpenAI', () => {
  test('without a right token, and while it is off', async () => {
    const { client } = await start({ apiKey: 'sk-wrong' });
    await expect(client.models.list()).rejects.toMatchObject({ status: 401, type: 'authentication_error' });
    await app?.[Symbol.asyncDispose]();
    const off = await start({ enabled: false });
    const asked = off.client.chat.completions.create({ model: 'docent', messages });
    await expect(asked).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });

  test('for what is no question, and for a model that fails', async () => {
    const { client, models } = await start();
    const ask = (content: string) =>
      client.chat.completions.create({ model: 'docent', messages: [{ role: 'user', content }] });
    await expect(ask(' ')).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' });
    await expect(client.chat.completions.create({ model: 'docent', messages: [] })).rejects.toMatchObject({
      status: 400,
      error: { message: 'messages must not be empty' },
    });
    await expect(ask('x'.repeat(4001))).rejects.toMatchObject({ status: 400 });
    models.fail('chat', new Fault('upstream', 'overloaded', { upstreamStatus: 503 }), 9);
    await expect(ask(question)).rejects.toMatchObject({ status: 502, type: 'server_error' });
  });
});

/** A model that says so much and breaks off. */
async function* breaking(gate: Promise<void> = Promise.resolve()): AsyncGenerator<ChatPart> {
  yield { type: 'text', text: 'Take 60 grams of coffee for each litre of water [1]. ' };
  yield { type: 'text', text: 'Use water of 93 degrees for a light roast [1]. And then' };
  await gate;
  throw new Fault('upstream', 'connection reset by 10.0.0.9', { upstreamKind: 'network' });
}

describe('OAI4: an answer that breaks off is an error, never a text', () => {
  test('whole', async () => {
    const { client } = await start({ chat: () => breaking() });
    const broken = client.chat.completions.create({ model: 'docent', messages });
    await expect(broken).rejects.toMatchObject({ status: 502, type: 'server_error' });
    await expect(broken).rejects.not.toThrow('10.0.0.9');
  });

  test('streamed, after text that was right', async () => {
    const gate = Promise.withResolvers<void>();
    const { client } = await start({ chat: () => breaking(gate.promise) });
    const stream = await client.chat.completions.create({ model: 'docent', messages, stream: true });
    let text = '';
    const read = async () => {
      for await (const { choices } of stream) {
        text += choices[0]?.delta.content ?? '';
        if (text !== '') gate.resolve();
        expect(choices[0]?.finish_reason ?? null).toBeNull();
      }
    };
    await expect(read()).rejects.toThrow(APIError);
    expect(text).toMatch(/^Take 60 grams/);
    expect(text).not.toContain('⚠️');
  });
});

test('OAI5: the head of a stream does not wait for the model', async () => {
  const gate = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<ChatPart> {
    await gate.promise;
    yield { type: 'text', text: cited };
  }
  const { client } = await start({ chat: () => slow() });
  // Resolves with the head of the reply.
  const stream = await client.chat.completions.create({ model: 'docent', messages, stream: true });
  gate.resolve();
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  expect(text).toContain('Take 60 grams');
});

describe('OAI6: what cannot be granted is refused in the form of OpenAI', () => {
  test.each([
    ['response_format', { response_format: { type: 'json_object' } }],
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'a' } } }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tool_choice: { type: 'function', function: { name: 'a' } } }],
    ['function_call', { function_call: { name: 'a' } }],
    ['n', { n: 3 }],
    ['n', { n: 0 }],
    ['logprobs', { logprobs: true }],
    ['top_logprobs', { top_logprobs: 2 }],
    ['modalities', { modalities: ['text', 'audio'], audio: { voice: 'a', format: 'wav' } }],
  ])('%s: %j', async (param, fields) => {
    const { client } = await start();
    const body = { model: 'docent', messages, ...fields } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'unsupported_parameter',
      param,
    });
  });

  test('what asks for nothing else is answered', async () => {
    const { client } = await start();
    const { choices } = await client.chat.completions.create({
      model: 'docent',
      messages,
      n: 1,
      logprobs: false,
      modalities: ['text'],
      response_format: { type: 'text' },
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'a' } }],
      temperature: 0.2,
      stop: 'x',
    });
    expect(choices[0]?.message.content).toContain('60 grams');
  });

  test('a question that is too long has the code that clients look for; a long history is cut', async () => {
    const { client, models } = await start();
    const tooLong = [{ role: 'user' as const, content: 'x'.repeat(4001) }];
    await expect(
      client.chat.completions.create({ model: 'docent', messages: tooLong }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
    });
    const turns = Array.from({ length: 1500 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `turn ${index} ${index === 3 ? 'y'.repeat(250_000) : ''}`,
    }));
    await client.chat.completions.create({ model: 'docent', messages: [...turns, ...messages] });
    const sent = JSON.stringify(models.calls.chat.map((call) => call.messages));
    expect(sent).toContain('turn 1499');
    expect(sent).not.toContain('turn 1400 ');
  });

  test('paths that are not served say so in the same form', async () => {
    const { client, origin } = await start();
    await expect(client.embeddings.create({ model: 'docent', input: 'a' })).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
    const reply = await fetch(`${origin}/v1/responses`);
    expect([reply.status, await reply.json()]).toMatchObject([
      404,
      { error: { message: expect.stringContaining('chat completions') } },
    ]);
  });

  test('a wait of hours is not tried again at once', async () => {
    const { client, post } = await start();
    await post('/usage/limits', { visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1 } });
    await client.chat.completions.create({ model: 'docent', messages });
    const refused = await client.chat.completions
      .create({ model: 'docent', messages })
      .catch((error) => error);
    expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([429, 'false']);
  });
});
