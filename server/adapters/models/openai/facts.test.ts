import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../../../test/fakes/listen.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { finish, piece } from '../../../../test/fakes/provider/one-slot-server.ts';
import { createModels } from '../models.ts';
import { limitsOf } from './chat-limits.ts';
import { learnSpeed, type Facts } from './facts.ts';
import { windowIn } from './http/context-window.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Facts learned by one test call of a model whose server answers these paths. */
async function learned(replies: Readonly<Record<string, unknown>>) {
  const server = createServer((request, response) => {
    if (request.url === '/v1/chat/completions') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(piece('Hello.') + finish());
      return;
    }
    const reply = replies[request.url ?? ''];
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? { error: 'not found' }));
  });
  const listening = await listen(server);
  stop = () => listening[Symbol.asyncDispose]();
  const models = createModels({
    file: {
      models: [specFor(`${listening.origin}/v1`, { model: 'small' })],
      defaults: { chat: 'test', embedding: undefined, rerank: undefined, image: undefined },
    },
    openai: { looks: true },
  });
  const parts = models.chat({
    model: 'test',
    scenario: 'model_test',
    task: { kind: 'ping' },
    messages: [{ role: 'user', content: 'Hi' }],
    signal: new AbortController().signal,
  });
  for await (const part of parts) void part;
  const { contextTokens, callsAtOnce } = models.defaultOf('chat') ?? {};
  return { contextTokens, callsAtOnce };
}

test.each([
  ['nobody', {}, undefined, 1],
  ['llama.cpp', { '/props': { total_slots: 4, default_generation_settings: { n_ctx: 768 } } }, 768, 4],
  [
    'vLLM',
    {
      '/v1/models': {
        data: [
          { id: 'other', max_model_len: 1 },
          { id: 'small', owned_by: 'vllm', max_model_len: 8192 },
        ],
      },
    },
    8192,
    16,
  ],
  ['LM Studio', { '/v1/models': { data: [{ id: 'small', loaded_context_length: 4000 }] } }, 4000, 1],
  [
    'Ollama',
    {
      '/api/show': {
        model_info: { 'llama.context_length': 131072 },
        parameters: 'stop "x"\nnum_ctx                        16384',
      },
    },
    16384,
    1,
  ],
  ['Ollama as it is installed', { '/api/show': { model_info: { 'qwen2.context_length': 32768 } } }, 4096, 1],
])(
  'MOD14: what a server says of itself is known after a test: %s',
  async (_, replies, contextTokens, callsAtOnce) => {
    expect(await learned(replies)).toEqual({ contextTokens, callsAtOnce });
  },
);

test.each([
  [{ error: { message: 'too big', n_ctx: 64, n_prompt_tokens: 990 } }, '', { tokens: 64, asked: 990 }],
  [
    undefined,
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
    { tokens: 4096, asked: 5000 },
  ],
  [undefined, 'prompt is too long: 210,000 tokens > 200,000 maximum', { tokens: 200000, asked: 210000 }],
  [
    undefined,
    'The input token count (1193) exceeds the maximum number of tokens allowed (1000).',
    { tokens: 1000, asked: 1193 },
  ],
  [
    undefined,
    'the request exceeds the available context size, try increasing it',
    { tokens: undefined, asked: undefined },
  ],
  [undefined, 'Unknown field temperature', undefined],
])('MOD14: the window is read from a refusal (%#)', (json, reason, window) => {
  expect(windowIn(json, reason)).toEqual(window);
});

const set = { callMs: 300_000, reasoningMs: 1, firstTokenMs: 30_000, betweenTokensMs: 1, afterFinishMs: 1 };
const call = {
  model: 'm',
  scenario: 'visitor_qa' as const,
  task: { kind: 'ping' } as const,
  messages: [{ role: 'user' as const, content: 'word '.repeat(800) }],
  maxTokens: 500,
  signal: new AbortController().signal,
};

test('MOD13: limits grow with the measured speed, and not without end', () => {
  const facts: Facts = {};
  expect(limitsOf(set, call, facts)).toEqual(set);
  learnSpeed(facts, { read: 1_000, readMs: 40_000, written: 60, writtenMs: 60_000 });
  const slow = limitsOf(set, call, facts);
  expect(slow.firstTokenMs).toBeGreaterThan(100_000);
  expect(slow.callMs).toBeGreaterThan(500_000);
  learnSpeed(facts, { read: 1_000, readMs: 4_000_000, written: 0, writtenMs: 0 });
  expect(limitsOf(set, call, facts).firstTokenMs).toBe(180_000);
});

test('MOD13: few tokens are no measurement', () => {
  const facts: Facts = {};
  learnSpeed(facts, { read: 9, readMs: 40_000, written: 3, writtenMs: 60_000 });
  expect(facts).toEqual({});
});

test('MOD13: work in the background waits long', () => {
  expect(limitsOf(set, { ...call, scenario: 'mindmap_generate' }, {})).toMatchObject({
    firstTokenMs: 600_000,
    callMs: 1_800_000,
  });
});
