import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { specFor } from '../../fakes/model-spec.ts';
import {
  finish,
  piece,
  refuse,
  startChatServer,
  streaming,
  type Behaviour,
} from '../../fakes/provider/one-slot-server.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

async function post<T>(url: string, body: object): Promise<T> {
  const reply = await app?.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...asAdmin },
    payload: JSON.stringify(body),
  });
  if (!reply) throw new Error('start first');
  return reply.json<T>();
}

const chat = (message: string) => post<ChatReply>(`${publicPrefix}/chat`, { message });

/** A service with the model of a server, or without a model. */
async function start(origin?: string, silenceMs = 80) {
  await app?.[Symbol.asyncDispose]();
  const limits = {
    firstTokenMs: silenceMs,
    betweenTokensMs: silenceMs,
    callMs: 4_000,
    retryBaseMs: 1,
    retries: 1,
  };
  const file = {
    models: [specFor(`${origin}/v1`)],
    defaults: { chat: 'test', embedding: undefined, rerank: undefined, image: undefined },
  };
  app = await createTestApp({
    host: createFakeHost(articles),
    models: origin === undefined ? createModels() : createModels({ file, openai: limits }),
  });
  await post(`${consolePrefix}/config/save`, { integrations: { openAiEnabled: true } });
}

const invented = 'The harbour of Lisbon is painted green every spring by sailors with long brooms. ';

/** Every way in which a model fails that was seen. */
const failures: Readonly<Record<string, Behaviour>> = {
  'wrong key': refuse(401, { message: 'Incorrect API key' }),
  'no such model': refuse(404, { message: 'model not found' }),
  'too many requests': refuse(429, { message: 'slow down' }),
  'broken server': refuse(500, { message: 'CUDA error' }),
  'window too small': refuse(400, {
    message: 'the request exceeds the available context size, try increasing it',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 990,
    n_ctx: 64,
  }),
  'connection reset': (response) => response.destroy(),
  'cut after the head': (response) => streaming(response).write(': hello\n\n', () => response.destroy()),
  'cut in an invention': (response) => streaming(response).write(piece(invented), () => response.destroy()),
  'nothing at all': (response) => streaming(response).end(finish()),
  'blanks alone': (response) => streaming(response).end(piece(' \n \n ') + finish()),
  'no stream and no JSON': (response) => response.writeHead(200).end('<<<>>>'),
  'garbage in the stream': (response) => streaming(response).end('data: {"choices":[{"del\n\ndata: }}}\n\n'),
  'a web page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'),
  'an error in the stream': (response) =>
    streaming(response).end('event: error\ndata: {"message":"out of memory"}\n\n'),
  'silence before the first token': (response) => streaming(response).flushHeaders(),
  'silence in the middle of an invention': (response) => streaming(response).write(piece(invented)),
  'its own prompt': (response, { messages }) => {
    const [first] = messages as { content: string }[];
    streaming(response).end(piece(first?.content ?? '') + finish());
  },
};

const questions = [
  'How many grams of coffee for a litre of water?',
  'Can the chain be bought in Paris?',
  'Who won the football final in Paris?',
];

describe('ANS4: whatever way a model fails, a visitor gets what is said without it, and the notice', () => {
  test('each failure, at each level of evidence', async () => {
    await start();
    const plain = await Promise.all(questions.map((question) => chat(question)));
    for (const [name, behave] of Object.entries(failures)) {
      await using server = await startChatServer(behave);
      await start(server.origin);
      for (const [at, question] of questions.entries()) {
        const { notices, logId: _, ...reply } = await chat(question);
        const { notices: own = [], logId: _other, ...wanted } = plain[at] ?? { reply: '' };
        expect({ name, question, ...reply }).toEqual({ name, question, ...wanted });
        expect({ name, notices }).toEqual({ name, notices: ['model_failed', ...own] });
      }
    }
  });

  test.each([
    [
      'refuses in words',
      "I'm sorry, but I can't help with that request. Please ask me something else.",
      'stop',
    ],
    ['has no end', invented.repeat(60), 'length'],
    [
      'counts for ever',
      Array.from({ length: 400 }, (_, n) => `${n}. The brooms are green.\n`).join(''),
      'length',
    ],
  ])('a model that %s has its text left out', async (_, said, reason) => {
    await using server = await startChatServer((response) =>
      streaming(response).end(piece(said) + finish(reason)),
    );
    await start();
    const plain = await chat(questions[0] ?? '');
    await start(server.origin);
    const reply = await chat(questions[0] ?? '');
    expect(reply.reply).toContain(plain.reply);
    expect(reply.reply).not.toMatch(/sorry|brooms/);
    expect(reply.answerState).toBe('answered');
  });
});

test('MOD14: a prompt that is too long for the model is sent once more with what fits, and the next one fits at once', async () => {
  const right = 'Take 60 grams of coffee for each litre of water [1].';
  const sizeOf = (body: Record<string, unknown>) => Math.ceil(JSON.stringify(body['messages']).length / 4);
  await using server = await startChatServer((response, body) => {
    const asked = sizeOf(body);
    if (asked + 200 <= 900) return streaming(response).end(piece(right) + finish());
    return refuse(400, { message: 'too long', n_ctx: 900, n_prompt_tokens: asked })(response, body);
  });
  await start(server.origin, 20_000);
  const long = { role: 'user', content: 'Tell me more about the harbour and its brooms. '.repeat(80) };
  const ask = () =>
    post<ChatReply>(`${publicPrefix}/chat`, {
      message: questions[0],
      history: [long, { role: 'assistant', content: 'Yes.' }],
    });
  expect(await ask()).toMatchObject({ answerState: 'answered', reply: expect.stringContaining('60 grams') });
  expect(server.seen.asked).toBe(2);
  expect(await ask()).toMatchObject({ answerState: 'answered' });
  expect(server.seen.asked).toBe(3);
});
