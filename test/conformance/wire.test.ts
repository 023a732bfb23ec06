import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { createModels } from '../../server/adapters/models/models.ts';
import { parseModelsFile } from '../../server/adapters/models/models-file.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';
import { projectRoot } from '../source-files.ts';

const articles = [
  {
    id: 'tea',
    title: 'Green tea',
    text: 'Pour the water at eighty degrees.',
    publishedAt: '2026-03-01T08:00:00.000Z',
  },
  { id: 'undated', title: 'Oolong', text: 'Oolong is rolled by hand.', publishedAt: '' },
];

let app: TestApp;
beforeAll(async () => {
  const models = createFakeModels({ kinds: ['chat'], chat: () => 'Pour the water at eighty degrees. [1]' });
  app = await createTestApp({ host: createFakeHost(articles), models });
});
afterAll(() => app[Symbol.asyncDispose]());

const read = async (path: string) =>
  (await app.inject({ url: consolePrefix + path, headers: asAdmin })).json();

test('WIRE1, WIRE2: unknown keys are ignored, and null is as good as a missing key', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    payload: {
      message: 'How hot is the water for green tea?',
      history: null,
      sessionId: null,
      reasoningEnabled: null,
      fromAnotherVersion: { any: 'thing' },
    },
  });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    expect.objectContaining({ answerState: 'answered' }),
  ]);
});

test('WIRE5: instants end with Z, unknown ones are empty, days are YYYY-MM-DD, times in traces are numbers', async () => {
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const logs = await read('/chat-logs');
  expect(logs).toMatchObject({ items: [{ timestamp: instant }] });
  expect(JSON.parse(logs.items[0].traceStagesJson)).toContainEqual(
    expect.objectContaining({ startedAt: expect.any(Number), finishedAt: expect.any(Number) }),
  );
  expect(await read('/usage/calls')).toMatchObject({ start: day, end: day, items: [{ time: instant }] });
  expect(await read('/knowledge/excerpts/all')).toMatchObject({
    items: [{ publishTime: '2026-03-01T08:00:00.000Z' }, { publishTime: '' }],
  });
});

test('AUTH6: the key of a provider is in no reply of the console', async () => {
  const key = 'sk-a-key-that-nobody-may-read';
  const file = parseModelsFile(
    JSON.stringify({
      models: [
        {
          name: 'main',
          kind: 'chat',
          provider: 'openai-compatible',
          baseUrl: 'http://127.0.0.1:9/v1',
          model: 'm',
          apiKeyEnv: 'MODEL_KEY',
        },
      ],
    }),
    { MODEL_KEY: key },
  );
  const connected = await createTestApp({ models: createModels({ file }) });
  const paths = Object.keys((await openApi(connected)).paths).filter(
    (path) => path.startsWith('/apis/console') && !path.includes('{'),
  );
  expect(paths.length).toBeGreaterThan(30);
  const told = await Promise.all(
    paths
      .filter((path) => !path.endsWith('/progress'))
      .map(async (url) => (await connected.inject({ url, headers: asAdmin })).body),
  );
  await connected[Symbol.asyncDispose]();
  expect(told.filter((body) => body.includes(key))).toEqual([]);
  expect(told.some((body) => body.includes('"main"'))).toBe(true);
});

test('SSE17: events reach a client in the answer to its own request, and in no other way', async () => {
  const document = await openApi(app);
  expect([document.webhooks, JSON.stringify(document).includes('"callbacks"')]).toEqual([undefined, false]);
});

test('VER2: every field that a reply once had is still there', async () => {
  const before = readFileSync(join(projectRoot, 'test/fixtures/reply-fields.txt'), 'utf8').trim().split('\n');
  const present = new Set(replyFields(await openApi(app)));
  expect(before.length).toBeGreaterThan(500);
  expect(before.filter((field) => !present.has(field))).toEqual([]);
});

type Json = Readonly<Record<string, unknown>>;
interface OpenApi extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

const openApi = async (of: TestApp): Promise<OpenApi> => (await of.inject('/openapi.json')).json();
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** `GET /path items[].name` for every field of every successful reply. */
function replyFields(document: OpenApi): string[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      fieldsOf(at(operation, 'responses', '200', 'content', 'application/json', 'schema'), document, []).map(
        (field) => `${method.toUpperCase()} ${path.replace(/^\/apis\/[^/]+\/v1alpha\d/, '')} ${field}`,
      ),
    ),
  );
}

function fieldsOf(schema: unknown, document: OpenApi, within: readonly unknown[]): string[] {
  if (!isObject(schema) || within.includes(schema)) return [];
  const inner = [...within, schema];
  const reference = typeof schema['$ref'] === 'string' ? schema['$ref'].slice(2).split('/') : [];
  const own = Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).flatMap(
    ([name, property]) => [name, ...fieldsOf(property, document, inner).map((field) => `${name}.${field}`)],
  );
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const of = schema[key];
    return Array.isArray(of) ? of : [];
  });
  const others = [...variants, ...(reference.length > 0 ? [at(document, ...reference)] : [])];
  const items = fieldsOf(schema['items'], document, inner).map((field) => `[].${field}`);
  return [...new Set([...own, ...items, ...others.flatMap((other) => fieldsOf(other, document, inner))])];
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((here, step) => (isObject(here) ? here[step] : undefined), value);
