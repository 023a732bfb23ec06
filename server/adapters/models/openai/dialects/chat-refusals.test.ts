import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { specFor } from '../../../../../test/fakes/model-spec.ts';
import { createOpenai } from '../openai.ts';
import {
  json,
  patient,
  rerankCall,
  say,
  serveDialect,
  stream,
} from '../../../../../test/fakes/provider/serve-dialect.ts';

const { dialect, talk } = serveDialect();

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
    dialect.answer = ({ messages }, response) =>
      messages[0].role === 'system' ? json(response, status, refusal) : say(response);
    const { ask, notTaken } = talk();
    expect(await ask()).toMatchObject({ text: 'Fine.' });
    expect(await ask()).toMatchObject({ text: 'Fine.' });
    expect(dialect.seen.map(({ messages }) => messages[0].role)).toEqual(['system', 'user', 'user']);
    expect(dialect.seen.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'Be brief.\n\nHello?' }]);
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
    dialect.answer = (fields, response) =>
      fields['max_tokens'] > limit ? json(response, 400, { error: { message } }) : say(response);
    const { ask } = talk();
    await ask({ maxTokens: 2048 });
    await ask({ maxTokens: 2048 });
    expect(dialect.seen.map((fields) => fields['max_tokens'])).toEqual([2048, limit, limit]);
  });

  it('a limit that no number helps goes down by quarters and then away', async () => {
    dialect.answer = (fields, response) =>
      'max_tokens' in fields
        ? json(response, 400, { error: { message: 'max_tokens exceeds the quota' } })
        : say(response);
    const { ask } = talk();
    expect(await ask({ maxTokens: 200 })).toMatchObject({ text: 'Fine.' });
    expect(dialect.seen.map((fields) => fields['max_tokens'])).toEqual([200, 50, undefined]);
    await ask({ maxTokens: 200 });
    expect(dialect.seen).toHaveLength(4);
  });

  it('a question that alone is too long is not asked again', async () => {
    dialect.answer = (_, response) =>
      json(response, 400, {
        error: {
          message:
            "This model's maximum context length is 768 tokens. However, you requested 1012 tokens (900 in the messages, 112 in the completion)",
        },
      });
    await expect(talk().ask({ maxTokens: 112 })).rejects.toThrow(/768/);
    expect(dialect.seen).toHaveLength(1);
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
    dialect.answer = (fields, response) =>
      ['temperature', 'max_tokens', 'max_completion_tokens'].some((name) => name in fields)
        ? json(response, 422, refusal)
        : say(response);
    const { ask } = talk();
    expect(await ask({ maxTokens: 90, temperature: 0.2 })).toMatchObject({ text: 'Fine.' });
    const first = dialect.seen.length;
    await ask({ maxTokens: 90, temperature: 0.2 });
    expect(dialect.seen).toHaveLength(first + 1);
  });

  it.each([
    "Unsupported value: 'stream' does not support true with this model.",
    'Your organization must be verified to stream this model.',
    'Streaming is not supported for this deployment',
    '该模型不支持流式输出',
  ])('an answer comes as a whole where streams are refused: "%s"', async (message) => {
    dialect.answer = ({ stream: streams }, response) =>
      streams
        ? json(response, 400, { error: { message } })
        : json(response, 200, { choices: [{ message: { content: 'Fine.' }, finish_reason: 'stop' }] });
    const { ask } = talk();
    expect(await ask()).toMatchObject({ text: 'Fine.', reason: 'stop' });
    expect(await ask()).toMatchObject({ text: 'Fine.', reason: 'stop' });
    expect(dialect.seen).toHaveLength(3);
  });

  it('errors in a list are read with their words and status, and an overload is tried again', async () => {
    dialect.answer = (_, response) =>
      json(response, 429, [{ error: { code: 429, message: 'You exceeded your current quota' } }]);
    await expect(talk().ask()).rejects.toThrow('HTTP 429: You exceeded your current quota');
    for (const overloaded of [
      (response: ServerResponse) => json(response, 200, [{ error: { code: 503, message: 'busy' } }]),
      (response: ServerResponse) => stream(response, 'data: [{"error":{"code":503,"message":"busy"}}]\n\n'),
      (response: ServerResponse) => stream(response, '[{"error":{"code":503,"message":"busy"}}]'),
    ]) {
      let attempts = 0;
      dialect.answer = (_, response) => ((attempts += 1) === 1 ? overloaded(response) : say(response));
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
    dialect.answer = (_, response) => json(response, 400, refusal);
    expect(await talk().ask()).toMatchObject({ text: '', reason: 'filtered' });
    expect(dialect.seen).toHaveLength(1);
  });

  it('rerank: documents become texts, and input_type is added in the words of the provider', async () => {
    const client = createOpenai(patient);
    const signal = new AbortController().signal;
    dialect.answer = ({ texts }, response) =>
      texts === undefined
        ? json(response, 422, { error: 'Failed to deserialize the JSON body: missing field `texts`' })
        : json(response, 200, [
            { index: 1, score: 0.9 },
            { index: 0, score: 0.1 },
          ]);
    const rerank = client.rerank(specFor(dialect.origin, { kind: 'rerank' }));
    const call = rerankCall(['a', 'b']);
    expect((await rerank(call)).ranks.map(({ index }) => index)).toEqual([1, 0]);
    await rerank(call);
    expect(dialect.seen.slice(1)).toEqual([
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
      dialect.seen = [];
      dialect.answer = (fields, response) =>
        fields[field] === undefined
          ? json(response, 400, { error: { message } })
          : json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
      const embed = createOpenai(patient).embedding(specFor(dialect.origin, { kind: 'embedding' }));
      await embed({ model: '', scenario: 'index_embedding', texts: ['a'], anyDimensions: true, signal });
      await embed({ model: '', scenario: 'search_embedding', texts: ['a'], anyDimensions: true, signal });
      expect(dialect.seen.slice(1).map((fields) => fields[field])).toEqual([passage, query]);
    }
  });
});
