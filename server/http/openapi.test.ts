import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, ownGroups, publicPrefix, publicPrefixV2, specGroups } from '../../contract/api.ts';
import { createTestLog } from '../../test/fakes/log.ts';
import { docsRoutes, openApiDocument } from './openapi.ts';
import { referencesIn } from './openapi/references.ts';
import type { Operation } from './openapi/operation.ts';
import { pathsOf } from './routing/paths.ts';
import { createServer } from './server.ts';

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const at = (path: string, method: string): Operation => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

/** Content of a response as text. */
const failureOf = (path: string, method: string, status: string) =>
  JSON.stringify(at(path, method).responses[status]?.content ?? null);

describe('the OpenAPI document', () => {
  test('is version 3.1.0 and survives JSON', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('describes every operation of every group at each of its paths, and nothing else', () => {
    const served = [...specGroups, ...ownGroups].flatMap((group) =>
      Object.values(group.endpoints).flatMap((endpoint) =>
        pathsOf(group, endpoint).map((path) => `${endpoint.method} ${path.replace('*}', '}')}`),
      ),
    );
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      served.toSorted(),
    );
  });

  test('gives every operation an id of its own, a summary, a tag that exists and at least one response', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(operation.summary).not.toBe('');
      expect(operation.tags.every((tag) => tags.has(tag))).toBe(true);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5](?:\d\d|XX)$/);
        expect(description).not.toBe('');
      }
    }
  });

  test('refers only to components that are there, and all of them are referred to', () => {
    const references = referencesIn(document);
    const components = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...references].filter((reference) => !components.includes(reference))).toEqual([]);
    expect(components.filter((component) => !references.has(component))).toEqual([]);
    expect(components).toContain('#/components/schemas/Citation');
  });

  test('names exactly the parameters that stand in a path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect([path, ...named.map(({ name }) => name)]).toEqual([path, ...inPath]);
      expect([path, named.every(({ required }) => required)]).toEqual([path, true]);
    }
  });

  test('asks for the administrator on the console, on OpenAI’s paths and for figures, and nowhere else', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { path, operation } of operations) {
      const asked = operation.security.flatMap((requirement) => Object.keys(requirement));
      const isConsoles = ['/apis/console.', '/v1/', '/mcp/analytics'].some((start) => path.startsWith(start));
      expect([path, ...asked]).toEqual([path, ...(isConsoles ? schemes : [])]);
      expect([path, '401' in operation.responses]).toEqual([path, isConsoles]);
    }
  });

  test('tells of the chat stream: input with its limits, events, failures, both versions', () => {
    const { requestBody, responses } = at(`${publicPrefix}/chat/stream`, 'post');
    expect(requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ChatRequestInput' } } },
    });
    expect(document.components.schemas['ChatRequestInput']).toMatchObject({
      required: ['message'],
      properties: { message: { type: 'string', maxLength: 4000 } },
    });
    expect(responses['200']?.['x-events']?.map(({ event }) => event)).toContain('logId');
    expect(responses['200']?.['x-events']?.[0]).toMatchObject({ event: 'token' });
    expect(Object.keys(responses['400']?.content ?? {})).toEqual([
      'text/event-stream',
      'application/problem+json',
    ]);
    expect(at(`${publicPrefixV2}/chat/stream`, 'post').operationId).toBe('publicChatStreamV2');
  });

  test('tells each style of failure', () => {
    expect(failureOf(`${consolePrefix}/account/tokens`, 'post', '4XX')).toContain('schemas/ErrorField"');
    expect(failureOf(`${publicPrefix}/chat/feedback`, 'post', '200')).toContain('schemas/SuccessFailure"');
    expect(failureOf('/v1/chat/completions', 'post', '4XX')).toContain('schemas/OpenAiFailure"');
    expect(failureOf('/mcp', 'post', '4XX')).toContain('schemas/JsonRpcFailure"');
    expect(failureOf(`${consolePrefix}/account/tokens`, 'get', '401')).toContain(
      '#/components/schemas/Problem',
    );
    expect(failureOf(`${consolePrefix}/pets/{id}`, 'delete', '204')).toBe('null');
  });

  test('describes lenient fields by their output, and marks optional ones', () => {
    const parameters = at(`${consolePrefix}/chat-logs`, 'get').parameters ?? [];
    expect(parameters.find(({ name }) => name === 'page')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer' },
    });
    const [keyword, scope, ...others] = at(`${publicPrefix}/search/halo-results`, 'get').parameters ?? [];
    expect(keyword).toEqual({
      name: 'keyword',
      in: 'query',
      required: false,
      schema: { type: 'string' },
      description: 'Words to search for',
    });
    expect(scope).toMatchObject({ name: 'scope', in: 'query', required: false });
    expect(others).toEqual([]);
  });

  test('describes uploads as multipart with one file', () => {
    const { requestBody } = at(`${consolePrefix}/pets/generate`, 'post');
    // A reference alone: generators pass over what stands beside it.
    expect(requestBody?.content['multipart/form-data']?.schema).toEqual({
      $ref: '#/components/schemas/GenerateFormInput',
    });
    expect(document.components.schemas['GenerateFormInput']?.properties).toMatchObject({
      file: { type: 'string', format: 'binary' },
    });
  });
});

describe('served', () => {
  let app: FastifyInstance | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  const open = async () =>
    (app = await createServer({
      implementations: [docsRoutes()],
      identify: async () => ({ kind: 'anonymous' }),
      publicOrigin: undefined,
      trustedProxies: [],
      log: createTestLog(),
      checkReplies: true,
    }));

  test('the document is at /openapi.json for anybody, with a tag', async () => {
    const app = await open();
    const reply = await app.inject('/openapi.json');
    expect(reply.json()).toEqual(document);
    const again = await app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': String(reply.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  test('the page has an anchor for every operation and schema, no script, and every link on it leads somewhere', async () => {
    const app = await open();
    const { body, headers } = await app.inject('/docs');
    expect(body).toContain('API reference');
    const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const { operation } of operations) expect(anchors).toContain(operation.operationId);
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target);
    // An example may name an address; nothing is loaded from one.
    expect(body.replace(/<pre[^]*?<\/pre>/g, '')).not.toMatch(/<script|https?:\/\//);
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'));
  });

  test('the page has Chinese headings for a Chinese browser or on demand', async () => {
    const app = await open();
    expect((await app.inject({ url: '/docs', headers: { 'accept-language': 'zh' } })).body).toContain(
      '接口说明',
    );
    expect((await app.inject('/docs?lang=zh')).body).toContain('请求体');
    expect((await app.inject('/docs?lang=xx')).body).toContain('Request body');
  });
});
