import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatCall } from '../../../ports/models.ts';
import { listen, type Listening } from '../../../../test/fakes/listen.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { withoutCallPath } from '../model-address.ts';
import type { ModelSpec } from '../models-file.ts';
import { createOpenai, type OpenaiOptions } from './openai.ts';

type Fields = Readonly<Record<string, any>>;
type Answer = (fields: Fields, response: ServerResponse, path: string) => void;

let answer: Answer;
let seen: Fields[] = [];
let listening: Listening;
beforeAll(async () => {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const fields: Fields = JSON.parse(Buffer.concat(pieces).toString());
      seen.push(fields);
      answer(fields, response, request.url ?? '');
    });
  });
  listening = await listen(server);
});
afterAll(() => listening[Symbol.asyncDispose]());
beforeEach(() => void (seen = []));

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const stream = (response: ServerResponse, ...texts: readonly string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of texts) response.write(text);
  response.end();
};
const chunk = (delta: unknown, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
const events = (...data: readonly string[]) => data.map((one) => `data: ${one}\n\n`);
const say = (response: ServerResponse, text = 'Fine.') =>
  stream(response, ...events(chunk({ content: text }), chunk({}, 'stop'), '[DONE]'));

const patient: OpenaiOptions = { retryBaseMs: 1, afterFinishMs: 20, betweenTokensMs: 20_000 };
const talk = (spec: Partial<ModelSpec> = {}, client = createOpenai(patient)) => {
  const model = specFor(`${listening.origin}/v1`, spec);
  const send = client.chat(model);
  const ask = async (call: Partial<ChatCall> = {}) => {
    let text = '';
    let reasoning = '';
    let reason = '';
    for await (const part of send({
      model: '',
      scenario: 'visitor_qa',
      task: { kind: 'ping' },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello?' },
      ],
      signal: new AbortController().signal,
      ...call,
    })) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'reasoning') reasoning += part.text;
      if (part.type === 'finish') reason = part.reason;
    }
    return { text, reasoning, reason };
  };
  return { ask, notTaken: () => client.notTaken(model) };
};

describe('MOD5: refusals', () => {
  it.each([
    [
      400,
      {
        error: {
          message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        },
      },
    ],
    [400, { object: 'error', message: 'System role not supported', code: 400 }],
    [400, { error: { message: 'Conversation roles must alternate user/assistant/user/assistant/...' } }],
    [
      400,
      [{ error: { code: 400, message: 'Developer instruction is not enabled for models/gemma-3-27b-it' } }],
    ],
    [
      422,
      { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user' or 'assistant'" }] },
    ],
    [500, { error: { message: 'Jinja Exception: Only user and assistant roles are supported!' } }],
    [400, { code: 'invalid', message: '该模型不支持 system 角色' }],
    [400, { error: { message: 'messages 参数非法：不支持 system' } }],
    [400, { error: { message: 'Please ensure that roles alternate between user and assistant' } }],
  ])('%i %j puts the instructions before the question, and remembers it', async (status, refusal) => {
    answer = ({ messages }, response) =>
      messages[0].role === 'system' ? json(response, status, refusal) : say(response);
    const { ask, notTaken } = talk();
    expect(await ask()).toMatchObject({ text: 'Fine.' });
    expect(await ask()).toMatchObject({ text: 'Fine.' });
    expect(seen.map(({ messages }) => messages[0].role)).toEqual(['system', 'user', 'user']);
    expect(seen.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'Be brief.\n\nHello?' }]);
    expect(notTaken()).toEqual(['system role']);
  });

  it.each([
    [
      'max_tokens is too large: 2048. This model supports at most 512 completion tokens, whereas you provided 2048.',
      512,
    ],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 1,024]', 1024],
    [
      'max_tokens: 2048 > 700, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
      700,
    ],
    ['max_tokens 参数超过上限', 512],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 2048. This model's maximum context length is 2048 tokens and your request has 490 input tokens (2048 > 2048 - 490).",
      1024,
    ],
    [
      "This model's maximum context length is 2000 tokens. However, you requested 2900 tokens (852 in the messages, 2048 in the completion).",
      1024,
    ],
  ])('"%s" lowers the limit to %i', async (message, limit) => {
    answer = (fields, response) =>
      fields['max_tokens'] > limit ? json(response, 400, { error: { message } }) : say(response);
    const { ask } = talk();
    await ask({ maxTokens: 2048 });
    await ask({ maxTokens: 2048 });
    expect(seen.map((fields) => fields['max_tokens'])).toEqual([2048, limit, limit]);
  });

  it('a limit that no number helps goes down by quarters and then away', async () => {
    answer = (fields, response) =>
      'max_tokens' in fields
        ? json(response, 400, { error: { message: 'max_tokens exceeds the quota' } })
        : say(response);
    const { ask } = talk();
    expect(await ask({ maxTokens: 200 })).toMatchObject({ text: 'Fine.' });
    expect(seen.map((fields) => fields['max_tokens'])).toEqual([200, 50, undefined]);
    await ask({ maxTokens: 200 });
    expect(seen).toHaveLength(4);
  });

  it('a question that alone is too long is not asked again', async () => {
    answer = (_, response) =>
      json(response, 400, {
        error: {
          message:
            "This model's maximum context length is 768 tokens. However, you requested 1012 tokens (900 in the messages, 112 in the completion)",
        },
      });
    await expect(talk().ask({ maxTokens: 112 })).rejects.toThrow(/768/);
    expect(seen).toHaveLength(1);
  });

  it.each([
    {
      detail: ['temperature', 'max_tokens', 'max_completion_tokens'].map((name) => ({
        loc: ['body', name],
        msg: 'Extra inputs are not permitted',
      })),
    },
    {
      errors: ['temperature', 'max_tokens', 'max_completion_tokens'].map((param) => ({
        param,
        message: 'unknown',
      })),
    },
    {
      detail: ['temperature', 'max_tokens', 'max_completion_tokens'].map((name) => ({
        loc: `body.${name}`,
        msg: 'unexpected',
      })),
    },
  ])('fields that only stand in loc or param are named: %#', async (refusal) => {
    answer = (fields, response) =>
      ['temperature', 'max_tokens', 'max_completion_tokens'].some((name) => name in fields)
        ? json(response, 422, refusal)
        : say(response);
    const { ask } = talk();
    expect(await ask({ maxTokens: 90, temperature: 0.2 })).toMatchObject({ text: 'Fine.' });
    const first = seen.length;
    await ask({ maxTokens: 90, temperature: 0.2 });
    expect(seen).toHaveLength(first + 1);
  });

  it.each([
    "Unsupported value: 'stream' does not support true with this model.",
    'Your organization must be verified to stream this model.',
    'Streaming is not supported for this deployment',
    '该模型不支持流式输出',
  ])('an answer comes as a whole where streams are refused: "%s"', async (message) => {
    answer = ({ stream: streams }, response) =>
      streams
        ? json(response, 400, { error: { message } })
        : json(response, 200, { choices: [{ message: { content: 'Fine.' }, finish_reason: 'stop' }] });
    const { ask } = talk();
    expect(await ask()).toMatchObject({ text: 'Fine.', reason: 'stop' });
    expect(await ask()).toMatchObject({ text: 'Fine.', reason: 'stop' });
    expect(seen).toHaveLength(3);
  });

  it('errors in a list are read with their words and status, and an overload is tried again', async () => {
    answer = (_, response) =>
      json(response, 429, [{ error: { code: 429, message: 'You exceeded your current quota' } }]);
    await expect(talk().ask()).rejects.toThrow('HTTP 429: You exceeded your current quota');
    for (const overloaded of [
      (response: ServerResponse) => json(response, 200, [{ error: { code: 503, message: 'busy' } }]),
      (response: ServerResponse) => stream(response, 'data: [{"error":{"code":503,"message":"busy"}}]\n\n'),
      (response: ServerResponse) => stream(response, '[{"error":{"code":503,"message":"busy"}}]'),
    ]) {
      let attempts = 0;
      answer = (_, response) => ((attempts += 1) === 1 ? overloaded(response) : say(response));
      expect(await talk().ask()).toMatchObject({ text: 'Fine.' });
    }
  });

  it.each([
    {
      error: {
        code: 'content_filter',
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      },
    },
    { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' },
    { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } },
  ])('MOD10: a refusal by a filter of contents ends the answer as filtered: %j', async (refusal) => {
    answer = (_, response) => json(response, 400, refusal);
    expect(await talk().ask()).toMatchObject({ text: '', reason: 'filtered' });
    expect(seen).toHaveLength(1);
  });

  it('rerank: documents become texts, and input_type is added in the words of the provider', async () => {
    const client = createOpenai(patient);
    const signal = new AbortController().signal;
    answer = ({ texts }, response) =>
      texts === undefined
        ? json(response, 422, { error: 'Failed to deserialize the JSON body: missing field `texts`' })
        : json(response, 200, [
            { index: 1, score: 0.9 },
            { index: 0, score: 0.1 },
          ]);
    const rerank = client.rerank(specFor(listening.origin, { kind: 'rerank' }));
    const call = {
      model: '',
      scenario: 'search_rerank' as const,
      query: 'q',
      documents: ['a', 'b'],
      topN: 2,
      signal,
    };
    expect((await rerank(call)).ranks.map(({ index }) => index)).toEqual([1, 0]);
    await rerank(call);
    expect(seen.slice(1)).toEqual([
      { query: 'q', texts: ['a', 'b'] },
      { query: 'q', texts: ['a', 'b'] },
    ]);

    for (const [message, field, query, passage] of [
      ["'input_type' parameter is required for the asymmetric model", 'input_type', 'query', 'passage'],
      [
        'input_type must be one of search_query, search_document',
        'input_type',
        'search_query',
        'search_document',
      ],
      [
        'task is required: retrieval.query or retrieval.passage',
        'task',
        'retrieval.query',
        'retrieval.passage',
      ],
      ['text_type is required: query or document', 'text_type', 'query', 'document'],
      ["prompt_name is required, expected one of ['query', 'passage']", 'prompt_name', 'query', 'passage'],
    ] as const) {
      seen = [];
      answer = (fields, response) =>
        fields[field] === undefined
          ? json(response, 400, { error: { message } })
          : json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
      const embed = createOpenai(patient).embedding(specFor(listening.origin, { kind: 'embedding' }));
      await embed({ model: '', scenario: 'index_embedding', texts: ['a'], anyDimensions: true, signal });
      await embed({ model: '', scenario: 'search_embedding', texts: ['a'], anyDimensions: true, signal });
      expect(seen.slice(1).map((fields) => fields[field])).toEqual([passage, query]);
    }
  });
});

it.each([
  [
    'out of order',
    {
      data: [
        { index: 1, embedding: [0, 4] },
        { index: 0, embedding: [3, 0] },
      ],
    },
  ],
  [
    'indexes as text',
    {
      data: [
        { index: '0', embedding: [3, 0] },
        { index: '1', embedding: [0, 4] },
      ],
    },
  ],
  [
    'lists in lists',
    [
      { index: 0, embedding: [[3, 0]] },
      { index: 1, embedding: [[0, 4]] },
    ],
  ],
  [
    'bare',
    [
      [3, 0],
      [0, 4],
    ],
  ],
  [
    'of Ollama',
    {
      embeddings: [
        [3, 0],
        [0, 4],
      ],
    },
  ],
  [
    'of Cohere',
    {
      embeddings: {
        float: [
          [3, 0],
          [0, 4],
        ],
      },
    },
  ],
])('MOD5: vectors %s are read', async (_, reply) => {
  answer = (__, response) => json(response, 200, reply);
  const embed = createOpenai(patient).embedding(specFor(listening.origin, { kind: 'embedding' }));
  const signal = new AbortController().signal;
  const texts = ['a', 'b'];
  const { vectors } = await embed({
    model: '',
    scenario: 'index_embedding',
    texts,
    anyDimensions: true,
    signal,
  });
  expect(vectors.map((vector) => Array.from(vector))).toEqual([
    [3, 0],
    [0, 4],
  ]);
});

it('MOD5: a server that takes one text alone gets one', async () => {
  answer = ({ input }, response) =>
    Array.isArray(input)
      ? json(response, 422, { detail: [{ loc: ['body', 'input'], msg: 'Input should be a valid string' }] })
      : json(response, 200, { data: [{ index: 0, embedding: [String(input).length, 1] }] });
  const embed = createOpenai(patient).embedding(specFor(listening.origin, { kind: 'embedding' }));
  const signal = new AbortController().signal;
  const call = {
    model: '',
    scenario: 'index_embedding',
    texts: ['a', 'bb', 'ccc'],
    anyDimensions: true,
    signal,
  } as const;
  const { vectors } = await embed(call);
  expect(vectors.map(([length]) => length)).toEqual([1, 2, 3]);
  seen = [];
  await embed(call);
  expect(seen.map(({ input }) => input)).toEqual(['a', 'bb', 'ccc']);
});

it.each([
  ['bare numbers', [0.1, 0.2, 0.9]],
  ['a list of scores', { scores: [0.1, 0.2, 0.9] }],
  [
    'indexes as text',
    {
      results: [
        { index: '2', relevance_score: '0.9' },
        { index: '1', score: 0.2 },
      ],
    },
  ],
  [
    'ids of a corpus',
    {
      results: [
        { corpus_id: 1, score: 0.2 },
        { corpus_id: 2, score: 0.9 },
      ],
    },
  ],
])('MOD8: ranks as %s are read', async (_, reply) => {
  answer = (__, response) => json(response, 200, reply);
  const rerank = createOpenai(patient).rerank(specFor(listening.origin, { kind: 'rerank' }));
  const signal = new AbortController().signal;
  const { ranks } = await rerank({
    model: '',
    scenario: 'search_rerank',
    query: 'q',
    documents: ['a', 'b', 'c'],
    topN: 2,
    signal,
  });
  expect(ranks).toEqual([
    { index: 2, score: 0.9 },
    { index: 1, score: 0.2 },
  ]);
});

it.each([
  ['prompt must not be empty', 422, { message: ['prompt must not be empty', 'x'] }],
  ['Bad detail', 400, { error: { detail: 'Bad detail' } }],
  [
    'Open api daily request limit reached',
    200,
    { error_code: 17, error_msg: 'Open api daily request limit reached' },
  ],
  ['insufficient balance', 200, { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }],
  ['Invalid ApiKey', 400, { fault: { faultstring: 'Invalid ApiKey' } }],
  [
    'Provider returned error: model is busy upstream',
    400,
    { error: { message: 'Provider returned error', metadata: { raw: 'model is busy upstream' } } },
  ],
])('MOD5: the words of a failure are found: %s', async (words, status, refusal) => {
  answer = (_, response) => json(response, status, refusal);
  await expect(talk().ask()).rejects.toThrow(words);
});

it.each([
  ['/v1', '/ranking', 404, { detail: 'Not Found' }],
  ['/v1/retrieval/nvidia/reranker', '/reranking', 404, '404 page not found'],
  ['/v1', '/ranking', 404, { error: { message: 'Unknown path /v1/rerank' } }],
])('MOD5: rerankers of NVIDIA are found at %s%s, and remembered', async (base, path, status, refusal) => {
  const paths: string[] = [];
  answer = ({ query, passages, truncate }, response, asked) => {
    paths.push(asked);
    if (asked !== `${base}${path}`) return json(response, status, refusal);
    expect({ query, truncate }).toEqual({ query: { text: 'q' }, truncate: 'END' });
    const rankings = passages.map((_: unknown, index: number) => ({ index, logit: index * 2 - 3 }));
    json(response, 200, { rankings, usage: { prompt_tokens: 7, total_tokens: 7 } });
  };
  const client = createOpenai(patient);
  const spec = specFor(`${listening.origin}${base}`, { kind: 'rerank', model: 'nv-rerank' });
  const rerank = client.rerank(spec);
  const call = {
    model: '',
    scenario: 'search_rerank' as const,
    query: 'q',
    documents: ['a', 'b', 'c'],
    topN: 2,
    signal: new AbortController().signal,
  };
  const { ranks, usage } = await rerank(call);
  expect(ranks.map(({ index }) => index)).toEqual([2, 1]);
  expect(ranks.every(({ score }) => score > 0 && score < 1)).toBe(true);
  expect(usage.promptTokens).toBe(7);
  paths.length = 0;
  await rerank(call);
  expect(paths).toEqual([`${base}${path}`]);
  expect(seen.at(-1)).toEqual({
    model: 'nv-rerank',
    truncate: 'END',
    query: { text: 'q' },
    passages: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
  });
  expect(withoutCallPath(`${listening.origin}${base}${path}`)).toBe(`${listening.origin}${base}`);
});

it.each([
  ['texts', { detail: [{ loc: ['body', 'passages'], msg: 'Field required', type: 'missing' }] }, ['a', 'b']],
  ['objects', { error: "missing field 'passages', a list of objects" }, [{ text: 'a' }, { text: 'b' }]],
])('MOD5: a reranker that calls the documents passages gets them as %s', async (_, refusal, passages) => {
  answer = (fields, response) => {
    if (JSON.stringify(fields['passages']) !== JSON.stringify(passages)) return json(response, 422, refusal);
    json(response, 200, {
      results: [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
    });
  };
  const rerank = createOpenai(patient).rerank(specFor(listening.origin, { kind: 'rerank' }));
  const signal = new AbortController().signal;
  const call = {
    model: '',
    scenario: 'search_rerank' as const,
    query: 'q',
    documents: ['a', 'b'],
    topN: 2,
    signal,
  };
  expect((await rerank(call)).ranks.map(({ index }) => index)).toEqual([1, 0]);
  const asked = seen.length;
  await rerank(call);
  expect(seen).toHaveLength(asked + 1);
});

it('MOD5: a reranker whose model is unknown is not looked for elsewhere', async () => {
  answer = (_, response) => json(response, 404, { error: { message: 'The model `x` was not found' } });
  const rerank = createOpenai(patient).rerank(specFor(listening.origin, { kind: 'rerank' }));
  await expect(
    rerank({
      model: '',
      scenario: 'search_rerank',
      query: 'q',
      documents: ['a'],
      topN: 1,
      signal: new AbortController().signal,
    }),
  ).rejects.toMatchObject({ code: 'upstream' });
  expect(seen).toHaveLength(1);
});

it('MOD5: a word for the kind of texts that the provider has not is replaced by its own', async () => {
  answer = ({ input_type: type }, response) =>
    type === undefined
      ? json(response, 400, { message: 'valid input_type must be provided with the provided model' })
      : type.startsWith('search_')
        ? json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] })
        : json(response, 400, { message: 'input_type must be search_query, search_document or clustering' });
  const embed = createOpenai(patient).embedding(specFor(listening.origin, { kind: 'embedding' }));
  const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
  await embed({ ...call, scenario: 'index_embedding' });
  await embed({ ...call, scenario: 'search_embedding' });
  expect(seen.map((fields) => fields['input_type'])).toEqual([
    undefined,
    'passage',
    'search_document',
    'query',
    'search_query',
  ]);
});

it.each([
  [{ output: { results: [{ index: 1, relevance_score: 0.9 }] } }],
  [{ rankings: [{ index: 1, logit: 3.5 }] }],
  [{ results: [{ index: 1, relevance_score: '0.9' }] }],
])('MOD8: ranks of other shapes are read: %j', async (reply) => {
  // Documents that must be objects are sent as such.
  answer = ({ documents }, response) =>
    typeof documents[0] === 'string'
      ? json(response, 422, { message: 'documents[0]: expected an object with the field text' })
      : json(response, 200, reply);
  const rerank = createOpenai(patient).rerank(specFor(listening.origin, { kind: 'rerank' }));
  const signal = new AbortController().signal;
  const { ranks } = await rerank({
    model: '',
    scenario: 'search_rerank',
    query: 'q',
    documents: ['a', 'b'],
    topN: 2,
    signal,
  });
  expect(ranks).toMatchObject([{ index: 1 }]);
  expect(seen.at(-1)?.['documents']).toEqual([{ text: 'a' }, { text: 'b' }]);
});

describe('MOD6: streams that other clients read', () => {
  const whole = ['The ', 'library ', 'opens.'];
  it.each([
    [
      'single line ends',
      [
        ...whole.map((content) => `data: ${chunk({ content })}\n`),
        `data: ${chunk({}, 'stop')}\ndata: [DONE]\n`,
      ],
    ],
    [
      'single CRLF ends',
      whole.map((content, place) => `data:${chunk({ content }, place === 2 ? 'stop' : null)}\r\n`),
    ],
    [
      'frames by twos',
      [
        `data: ${chunk({ content: 'The ' })}\ndata: ${chunk({ content: 'library ' })}\n\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\ndata: [DONE]\n\n`,
      ],
    ],
    [
      'JSON over several lines',
      [
        `data: {"choices":\ndata: [{"delta":{"content":"The library opens."},\ndata: "finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
      ],
    ],
    [
      'fields of other names between',
      [
        `id: 1\nevent: message\ndata: ${chunk({ content: 'The library ' })}\nid: 2\nevent: message\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\nid: 3\ndata: [DONE]\n`,
      ],
    ],
    [
      'lines of JSON',
      [`${chunk({ content: 'The library ' })}\n${chunk({ content: 'opens.' })}\n`, `${chunk({}, 'stop')}\n`],
    ],
    [
      'chunks glued together',
      [
        `data: ${chunk({ content: 'The ' })}${chunk({ content: 'library ' })}\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\n\n`,
      ],
    ],
    [
      'names of fields in capitals',
      [`DATA: ${chunk({ content: 'The library opens.' }, 'stop')}\n\nData:[DONE]\n\n`],
    ],
    [
      'chunks glued together in lines without a field',
      [
        `${chunk({ content: 'The ' })}${chunk({ content: 'library ' })}\n${chunk({ content: 'opens.' }, 'stop')}\n`,
      ],
    ],
    [
      'chunks of Ollama itself',
      [
        '{"message":{"role":"assistant","content":"The library "},"done":false}\n',
        '{"message":{"content":"opens."},"done":true,"done_reason":"stop","eval_count":3}\n',
      ],
    ],
    [
      'lists of chunks',
      [`data: [${chunk({ content: 'The library ' })},${chunk({ content: 'opens.' }, 'stop')}]\n\n`],
    ],
  ])('%s', async (_, texts) => {
    answer = (__, response) => stream(response, ...texts);
    expect((await talk().ask()).text).toBe('The library opens.');
    // Byte by byte as well.
    answer = (__, response) => stream(response, ...texts.join('').split(''));
    expect((await talk().ask()).text).toBe('The library opens.');
  });

  it.each([
    ['glued chunks', `${chunk({ content: 'The library ' })}${chunk({ content: 'opens.' }, 'stop')}`],
    ['chunks in lines', `${chunk({ content: 'The library ' })}\n\n${chunk({ content: 'opens.' }, 'stop')}\n`],
    [
      'an answer of Ollama itself',
      '{"message":{"content":"The library opens."},"done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":3}',
    ],
  ])('%s as a body of JSON', async (_, body) => {
    answer = (__, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    expect(await talk().ask()).toMatchObject({ text: 'The library opens.', reason: 'stop' });
  });

  it('a server that never names an end may just end, one that has named one may not', async () => {
    const { ask } = talk();
    const bare = `data: {"choices":[{"index":0,"delta":{"content":"The library opens."}}]}\n\n`;
    answer = (_, response) => stream(response, bare);
    expect((await ask()).text).toBe('The library opens.');
    answer = (_, response) => stream(response, bare, 'data: [DONE]\n\n');
    expect((await ask()).text).toBe('The library opens.');
    answer = (_, response) => stream(response, bare);
    await expect(ask()).rejects.toThrow(/broke off/);
    answer = (_, response) => stream(response, ...events(chunk({ content: 'The library ' })));
    await expect(talk().ask()).rejects.toThrow(/broke off/);
  });

  it('a finish reason that comes too early does not end an answer', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${chunk({ content: 'The ' }, 'stop')}\n\n`);
      setTimeout(() => response.end(events(chunk({ content: 'rest.' }, 'stop'), '[DONE]').join('')), 150);
    };
    expect((await talk().ask()).text).toBe('The rest.');
  });

  it('reasoning is the answer where a model stops without another', async () => {
    const said = (...finish: string[]) =>
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ reasoning_content: 'The library ' }),
        chunk({ reasoning_content: 'opens.' }),
        ...finish.map((one) => chunk({ content: null }, one)),
        '[DONE]',
      );
    answer = (_, response) => stream(response, ...said('stop'));
    expect((await talk().ask()).text).toBe('The library opens.');
    answer = (_, response) => stream(response, ...said('length'));
    expect((await talk().ask()).text).toBe('');
  });

  it.each([
    ['```markdown\nOpen at nine [1].\n```', 'Open at nine [1].'],
    ['\n```md\r\nOne.\r\n\r\nTwo.\r\n```\r\n', 'One.\r\n\r\nTwo.'],
    [
      '~~~~Markdown\nUse:\n\n~~~sh\nls\n~~~\n\n```\ncode\n```\nDone.\n~~~~',
      'Use:\n\n~~~sh\nls\n~~~\n\n```\ncode\n```\nDone.',
    ],
    ['```markdown\nA\n```\nAnd more.', 'A\nAnd more.'],
    ['```Markdown\nOpen at nine [1].```', 'Open at nine [1].'],
    ['```markdown title="answer.md"\nUse `ls` or ``a`b``.\n```', 'Use `ls` or ``a`b``.'],
    ['~~~md\nSee `code`', 'See `code`'],
    ['```markdown\nNever closed', 'Never closed'],
    ['```python\nprint(1)\n```', '```python\nprint(1)\n```'],
    ['```\nplain\n```', '```\nplain\n```'],
    ['Inline ``` and `markdown`', 'Inline ``` and `markdown`'],
    ['See:\n```markdown\n# Title\n```', 'See:\n```markdown\n# Title\n```'],
    ['<answer>\nOpen at nine [1].\n</answer>\n', 'Open at nine [1].'],
    ['<Final_Answer>Open <b>at nine</b>.</FINAL_ANSWER> [1]', 'Open <b>at nine</b>. [1]'],
    ['<think>Hm.</think>\n\n<answer>Open at nine', 'Open at nine'],
    ['The tag <answer>x</answer> stays.', 'The tag <answer>x</answer> stays.'],
    ['<article>x</article>', '<article>x</article>'],
  ])('what stands around the whole answer: %j', async (said, shown) => {
    for (const size of [1, 5, 1000]) {
      const pieces = said.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      answer = (_, response) =>
        stream(
          response,
          ...events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]'),
        );
      expect((await talk().ask()).text.trim(), `pieces of ${size}`).toBe(shown);
    }
  });

  it.each([
    [
      'analysisThe user asks for hours.assistantfinalThe library opens.',
      'The library opens.',
      'The user asks for hours.',
    ],
    ['<think time="3">Hm.</think>The library opens.', 'The library opens.', 'Hm.'],
    ["<Reasoning effort='low' n=2>Hm.</Reasoning>\nThe library opens.", 'The library opens.', 'Hm.'],
    ['<|begin_of_thought|>Hm.<|end_of_thought|>The library opens.', 'The library opens.', 'Hm.'],
    ['<|START_THINKING|>Hm.<|END_THINKING|>The library opens.', 'The library opens.', 'Hm.'],
    ['<|thinking|>Hm.<|/thinking|>The library opens.', 'The library opens.', 'Hm.'],
    ['<antThinking>Hm.</antThinking>The library opens.', 'The library opens.', 'Hm.'],
    ['<seed:think>Hm.</seed:think>The library opens.', 'The library opens.', 'Hm.'],
    [
      '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>The library opens.<|return|>',
      'The library opens.',
      'Hm.',
    ],
    [
      '<|channel|>commentary<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>The library opens.',
      'The library opens.',
      'Hm.',
    ],
    ['analysis of the plan: fine', 'analysis of the plan: fine', ''],
    ['analysisTools is a package.', 'analysisTools is a package.', 'Tools is a package.'],
    ['a <thinker> and <b>', 'a <thinker> and <b>', ''],
    ['Thinking...\nHm.\n...done thinking.\n\nThe library opens.', 'The library opens.', 'Hm.\n'],
    ['**Thinking...**\nA *word*...\n**...done thinking.**\n\nIt opens.', 'It opens.', 'A *word*...\n'],
    ['Thinking... of you is free.', 'Thinking... of you is free.', ''],
    ['```think\nHm, `a`.\n```\nThe library opens.', 'The library opens.', 'Hm, `a`.'],
    ['```reasoning\r\nHm.\r\n\n```\r\nIt opens.', 'It opens.', 'Hm.\r\n'],
    ['```think\nnever closed', '```think\nnever closed', 'never closed'],
    ['```thinkpad\nls\n```', '```thinkpad\nls\n```', ''],
    ['<details type="reasoning" done="true">Hm.</details>\nThe library opens.', 'The library opens.', 'Hm.'],
    [
      '<details><summary>Hours</summary>Nine.</details>',
      '<details><summary>Hours</summary>Nine.</details>',
      '',
    ],
  ])('tags of reasoning: %j', async (said, text, reasoning) => {
    // The bare words of gpt-oss are one token each.
    for (const size of said.startsWith('analysis') ? [8, 1000] : [1, 7, 1000]) {
      const pieces = said.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      answer = (_, response) =>
        stream(
          response,
          ...events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]'),
        );
      expect(await talk().ask(), `pieces of ${size}`).toMatchObject({ text, reasoning });
    }
  });
});

describe('MOD6: a template that opens the reasoning', () => {
  const said = (...pieces: string[]) =>
    events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]');
  const thought = { text: 'At nine.', reasoning: 'Hours are asked.\n', reason: 'stop' };

  it.each(['</think>', '</THINKING>', '[/THINK]', '◁/think▷'])(
    'is learned from a lone %s, without a setting',
    async (tag) => {
      const { ask } = talk();
      const pieces = ['Hours ', 'are asked.\n', `${tag}\n\n`, 'At nine.'];
      answer = (_, response) =>
        json(response, 200, { choices: [{ message: { content: pieces.join('') }, finish_reason: 'stop' }] });
      expect(await ask()).toEqual(thought);
      answer = (_, response) => stream(response, ...said(...pieces));
      expect(await ask()).toEqual(thought);
      // Thoughts that a server keeps apart, or does without, are no reason to wait for a tag again.
      answer = (_, response) => stream(response, ...said('At nine.'));
      expect((await ask()).text).toBe('At nine.');
      answer = (_, response) => stream(response, ...said('At ten, ', 'says <kbd>', '.'));
      expect(await ask()).toEqual({ text: 'At ten, says <kbd>.', reasoning: '', reason: 'stop' });
    },
  );

  it('is not learned from a text that names the tag', async () => {
    const { ask } = talk();
    answer = (_, response) => stream(response, ...said('Models end with `</think>`', ' here.'));
    await ask();
    answer = (_, response) => stream(response, ...said('At nine.'));
    expect(await ask()).toMatchObject({ text: 'At nine.', reasoning: '' });
  });
});

describe('MOD7, MOD8, MOD9: fields, scores and addresses', () => {
  it('sends fields of the file with every request', async () => {
    answer = (_, response) => say(response);
    await talk({ body: { num_ctx: 8192, temperature: 1 } }).ask({ temperature: 0 });
    expect(seen[0]).toMatchObject({ num_ctx: 8192, temperature: 1, stream: true });
    answer = (_, response) => json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
    const spec = {
      kind: 'embedding' as const,
      body: { user: 'x' },
      queryBody: { t: 'q' },
      passageBody: { t: 'p' },
    };
    const embed = createOpenai(patient).embedding(specFor(listening.origin, spec));
    const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
    await embed({ ...call, scenario: 'index_embedding' });
    await embed({ ...call, scenario: 'search_embedding' });
    expect(seen.slice(1)).toMatchObject([
      { user: 'x', t: 'p' },
      { user: 'x', t: 'q' },
    ]);
  });

  it('MOD15: puts the prefixes of an embedding model before its texts', async () => {
    answer = (_, response) => json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
    const spec = { kind: 'embedding' as const, model: 'multilingual-e5-small', passagePrefix: 'text: ' };
    const embed = createOpenai(patient).embedding(specFor(listening.origin, spec));
    const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
    await embed({ ...call, scenario: 'index_embedding' });
    await embed({ ...call, scenario: 'search_embedding' });
    expect(seen.map(({ input }) => input)).toEqual([['text: a'], ['query: a']]);
  });

  it('scores of any scale come between 0 and 1, in the same order, from then on', async () => {
    const rerank = createOpenai(patient).rerank(specFor(listening.origin, { kind: 'rerank' }));
    const ranked = async (scores: readonly number[]) => {
      answer = (_, response) =>
        json(response, 200, {
          results: scores.map((relevance_score, index) => ({ index, relevance_score })),
        });
      const { ranks } = await rerank({
        model: '',
        scenario: 'search_rerank',
        query: 'q',
        documents: scores.map((_, place) => `text ${place}`),
        topN: 9,
        signal: new AbortController().signal,
      });
      return ranks;
    };
    expect(await ranked([0.2, 0.9])).toEqual([
      { index: 1, score: 0.9 },
      { index: 0, score: 0.2 },
    ]);
    const logits = await ranked([-9.3, 2.8, -0.4]);
    expect(logits.map(({ index }) => index)).toEqual([1, 2, 0]);
    for (const { score } of logits) expect(score > 0 && score < 1).toBe(true);
    expect((await ranked([0, 0.5]))[1]?.score).toBe(0.5);
  });

  it.each([
    ['http://127.0.0.1:11434/api/chat', 'http://127.0.0.1:11434'],
    ['http://127.0.0.1:11434/api/embed/', 'http://127.0.0.1:11434'],
    ['https://chat.example/api/chat/completions', 'https://chat.example/api'],
    ['https://x.example/v1/chat/completions?api-version=1', 'https://x.example/v1'],
    [' https://x.example/v1/responses ', 'https://x.example/v1'],
    ['https://x.example/v1/models/gpt-4o', 'https://x.example/v1'],
    ['http://house.example/models/llama', 'http://house.example/models/llama'],
    ['https://x.example/v1beta/openai/chat/completions', 'https://x.example/v1beta/openai'],
  ])('an address with the path of a call is cut: %s', (pasted, address) => {
    expect(withoutCallPath(pasted)).toBe(address);
  });

  it.each([
    ['/', 404, { error: '404 page not found' }],
    ['', 200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }],
    ['/api', 405, { detail: 'Method Not Allowed' }],
  ])('at "%s" a failure says how addresses end', async (path, status, refusal) => {
    answer = (_, response) => json(response, status, refusal);
    await expect(talk({ baseUrl: `${listening.origin}${path}` }).ask()).rejects.toThrow(
      /usually ends with \/v1/,
    );
    await expect(talk().ask()).rejects.not.toThrow(/usually ends with/);
  });
});
