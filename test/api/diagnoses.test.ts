import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { openModels } from '../../server/adapters/models/connected-models.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createTestLog } from '../fakes/log.ts';
import { listen, type Listening } from '../fakes/listen.ts';

type Kind = 'chat' | 'embedding' | 'rerank' | 'image';

/** An answer of a provider that is a failure, in the words of one that exists. */
interface Case {
  readonly kind: Kind;
  readonly status?: number;
  readonly body?: string;
  /** An address in place of the provider's. */
  readonly baseUrl?: string;
  readonly cause: string;
}

const said = (message: string) => JSON.stringify({ error: { message } });

const cases: readonly Case[] = [
  { kind: 'chat', status: 401, body: said('Incorrect API key provided: sk-x.'), cause: 'auth' },
  { kind: 'embedding', status: 401, body: said('Invalid token'), cause: 'auth' },
  { kind: 'rerank', status: 401, body: '{"detail":"Unauthorized"}', cause: 'auth' },
  { kind: 'image', status: 403, body: said('Model access denied.'), cause: 'permission' },
  { kind: 'chat', status: 402, body: said('Insufficient Balance'), cause: 'credit' },
  {
    kind: 'embedding',
    status: 403,
    body: '{"code":30001,"message":"Sorry, your account balance is insufficient"}',
    cause: 'credit',
  },
  {
    kind: 'chat',
    status: 429,
    body: said('You exceeded your current quota, please check your plan and billing details.'),
    cause: 'credit',
  },
  { kind: 'chat', status: 429, body: said('您的账户已欠费，请充值后重试。'), cause: 'credit' },
  {
    kind: 'rerank',
    status: 429,
    body: said('Rate limit reached for requests per minute'),
    cause: 'rate_limit',
  },
  { kind: 'chat', status: 404, body: said('The model `gpt-9` does not exist'), cause: 'model_unavailable' },
  {
    kind: 'embedding',
    status: 404,
    body: said('model "bge-m3" not found, try pulling it first'),
    cause: 'model_unavailable',
  },
  { kind: 'chat', status: 400, body: said('模型不存在，请检查模型代码。'), cause: 'model_unavailable' },
  { kind: 'chat', status: 404, body: '<h1>404 Not Found</h1>nginx', cause: 'sdk_compatibility' },
  { kind: 'rerank', status: 404, body: '{"detail":"Not Found"}', cause: 'sdk_compatibility' },
  { kind: 'embedding', status: 200, body: '<!doctype html>Welcome', cause: 'sdk_compatibility' },
  { kind: 'chat', status: 301, body: '', cause: 'sdk_compatibility' },
  {
    kind: 'chat',
    status: 400,
    body: said(
      "This model's maximum context length is 8192 tokens. However, you requested 9216 tokens. Please reduce the length of the messages.",
    ),
    cause: 'context_length',
  },
  {
    kind: 'embedding',
    status: 413,
    body: said('input length exceeds the context length'),
    cause: 'context_length',
  },
  {
    // A chat model that refuses so has answered: the answer ends as filtered.
    kind: 'embedding',
    status: 400,
    body: said('Output data may contain inappropriate content.'),
    cause: 'content_policy',
  },
  {
    kind: 'chat',
    status: 400,
    body: said('"nomic-embed-text" does not support chat'),
    cause: 'model_kind',
  },
  {
    kind: 'chat',
    status: 400,
    body: said('temperature must be 1 for this one'),
    cause: 'invalid_request',
  },
  {
    kind: 'embedding',
    status: 400,
    body: said('dimensions must be one of 64, 128, 256'),
    cause: 'embedding_dimensions',
  },
  {
    kind: 'image',
    status: 400,
    body: said('Image dimensions must be multiples of 32'),
    cause: 'invalid_request',
  },
  { kind: 'chat', status: 503, body: said('Service is too busy.'), cause: 'provider_error' },
  {
    kind: 'embedding',
    status: 500,
    body: said('model requires more system memory (5.6 GiB) than is available'),
    cause: 'provider_error',
  },
  { kind: 'embedding', status: 200, body: '{"object":"list","data":[]}', cause: 'embedding_model' },
  { kind: 'rerank', status: 200, body: '{"results":[{"index":9}]}', cause: 'rerank_model' },
  { kind: 'chat', baseUrl: 'http://127.0.0.1:9/v1', cause: 'unreachable' },
  { kind: 'embedding', baseUrl: 'http://models.invalid/v1', cause: 'unreachable' },
];

const nameOf = (index: number) => `model-${index}`;
let app: TestApp;
let folder: string;
let listening: Listening;

const provider = createServer((request, response) => {
  void (async (): Promise<void> => {
    const { model } = JSON.parse(
      Buffer.concat(await Array.fromAsync<Buffer>(request)).toString() || '{}',
    ) as { model?: string };
    // What asks about the server names no model.
    if (model === undefined) return void response.writeHead(404).end();
    const { status = 200, body = '' } = cases[Number(model.replace('model-', ''))] ?? {};
    const type = body.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...(status === 301 && { location: '/' }) }).end(body);
  })();
});

beforeAll(async () => {
  listening = await listen(provider);
  const own = `${listening.origin}/v1`;
  folder = await mkdtemp(join(tmpdir(), 'docent-diagnoses-'));
  const path = join(folder, 'models.json');
  const models = cases.map(({ kind, baseUrl = own }, index) => ({
    name: nameOf(index),
    kind,
    provider: 'openai-compatible',
    baseUrl,
    model: nameOf(index),
  }));
  await writeFile(path, JSON.stringify({ models }));
  app = await createTestApp({
    models: openModels({ path, isRequired: true, variables: {}, log: createTestLog() }),
  });
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await listening[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const testOf: Record<Kind, string> = {
  chat: 'test-model',
  embedding: 'test-embedding',
  rerank: 'test-rerank',
  image: 'test-image',
};

test.concurrent.each(cases.map((one, index) => [one.cause, one.kind, one, index] as const))(
  'US11: %s of a %s model is told by its cause',
  async (cause, kind, _, index) => {
    const model = nameOf(index);
    const tried = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/config/${testOf[kind]}`,
      headers: asAdmin,
      payload: { model },
    });
    expect(tried.json()).toMatchObject({ connected: false });
    const { byDiagnosis } = (
      await app.inject({ url: `${consolePrefix}/usage/failure-diagnostics?model=${model}`, headers: asAdmin })
    ).json<{ byDiagnosis: { key: string; example: string }[] }>();
    expect(byDiagnosis.map(({ key, example }) => `${key}: ${example}`)).toEqual([
      expect.stringMatching(new RegExp(`^${cause}: `)),
    ]);
  },
);
