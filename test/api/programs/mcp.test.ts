import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import type { ChatPart } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { articles } from '../site.ts';

const title = 'Brewing coffee at home';

let app: TestApp | undefined;
afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start({ chat = (): FakeAnswer => 'Take 60 grams for each litre [1].', site = '' } = {}) {
  const host = createFakeHost(articles);
  const describe = () => ({ ...host.describe(), ...(site !== '' && { siteOrigin: site }) });
  app = await createTestApp({ host: { ...host, describe }, models: createFakeModels({ chat }) });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const post = (body: string | object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const call = (name: string, args: object, id: number | string = 1) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  return { origin, post, call };
}

async function connect(origin: string) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  return client;
}

/** A model that begins and then waits until its call is aborted. */
function stuck() {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  async function* parts(signal: AbortSignal): AsyncGenerator<ChatPart> {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    ended.resolve();
    signal.throwIfAborted();
    yield { type: 'text', text: 'too late' };
  }
  return { begun: begun.promise, ended: ended.promise, parts };
}

describe('MCP6: what is promised is kept', () => {
  test('no list is said to tell of its changes', async () => {
    const { origin } = await start();
    const client = await connect(origin);
    expect(client.getServerCapabilities()?.tools?.listChanged ?? false).toBe(false);
    expect(client.getServerCapabilities()?.resources?.listChanged ?? false).toBe(false);
    expect(client.getInstructions()).toContain('articles');
    await client.close();
  });

  test('a cancelled call stops its model', async () => {
    const { begun, ended, parts } = stuck();
    const models = createFakeModels();
    const host = createFakeHost(articles);
    app = await createTestApp({
      host,
      models: { ...models, chat: ({ signal }) => parts(signal) },
    });
    const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const client = await connect(origin);
    const giving = new AbortController();
    const asked = client.callTool(
      { name: 'ask', arguments: { question: `${title}?` } },
      { signal: giving.signal },
    );
    await begun;
    giving.abort();
    await expect(asked).rejects.toThrow();
    await ended;
    await client.close();
  });

  test('a call of another program with the same id goes on', async () => {
    const { post, call } = await start();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const asked = post(call('ask', { question: `${title}?` }), { 'user-agent': 'first' });
    expect((await post(cancelled, { 'user-agent': 'second' })).status).toBe(202);
    expect(JSON.stringify(await (await asked).json())).toContain('60 grams');
  });
});

describe('MCP8: parameters that are not those of the method are refused in a sentence', () => {
  test.each<[string, unknown, string]>([
    ['initialize', undefined, 'Invalid parameters: params: expected object, received undefined'],
    ['resources/read', {}, 'Invalid parameters: params.uri: expected string, received undefined'],
    ['resources/read', { uri: 'docent://article/none' }, 'There is no such article'],
    ['tools/list', { cursor: 7 }, 'Invalid parameters: params.cursor: expected string, received number'],
    ['tools/call', { name: 7 }, 'Invalid parameters: params.name: expected string, received number'],
  ])('%s with %o', async (method, params, message) => {
    const { post } = await start();
    const request = { jsonrpc: '2.0', id: 3, method, params };
    const refused = { jsonrpc: '2.0', id: 3, error: expect.objectContaining({ code: -32_602, message }) };
    expect(await (await post(request)).json()).toEqual(refused);
    const good = { jsonrpc: '2.0', id: 4, method: 'ping' };
    const both = await (await post([request, good])).json();
    expect(both).toEqual(expect.arrayContaining([refused, { jsonrpc: '2.0', id: 4, result: {} }]));
    const events = await (await post(request, { accept: 'application/json, text/event-stream' })).text();
    const [line = ''] = events.split('\n').filter((one) => one.startsWith('data: {'));
    expect(JSON.parse(line.slice('data: '.length))).toEqual(refused);
  });
});

describe('MCP7: every address that Docent prints is one that it reads', () => {
  test.each([
    'coffee',
    '/archives/coffee',
    'archives/coffee',
    '/archives/coffee/',
    '/archives/coffee.md',
    'https://example.org/archives/coffee',
    'https://docent.example/archives/coffee.md?x=1#brew',
  ])('%s', async (article) => {
    const { post, call } = await start();
    const reply = await (await post(call('read_article', { article }))).json();
    expect(reply).toMatchObject({
      id: 1,
      result: { structuredContent: { id: 'coffee', title, markdown: expect.stringContaining(`# ${title}`) } },
    });
  });

  test('pages of a site that something else publishes have its own address, in every tool', async () => {
    const { post, call } = await start({ site: 'https://site.example' });
    const search = await post(call('search', { query: title }));
    expect(await search.json()).toMatchObject({
      result: {
        structuredContent: {
          articles: expect.arrayContaining([
            expect.objectContaining({ id: 'coffee', url: 'https://site.example/archives/coffee' }),
          ]),
        },
      },
    });
    const ask = await post(call('ask', { question: 'How much coffee for a litre?' }));
    const url: unknown = expect.stringMatching(/^https:\/\/site\.example\//);
    expect(await ask.json()).toMatchObject({
      result: {
        content: [{ text: expect.stringContaining('https://site.example/') }],
        structuredContent: { sources: expect.arrayContaining([expect.objectContaining({ number: 1, url })]) },
      },
    });
  });

  test('results have the structure that the tools announce, and articles are resources', async () => {
    const { origin } = await start();
    const client = await connect(origin);
    const { tools } = await client.listTools();
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
    // The client checks the structure of results by the announced schemas.
    await client.callTool({ name: 'search', arguments: { query: title } });
    await client.callTool({ name: 'ask', arguments: { question: `${title}?` } });
    const { resources } = await client.listResources();
    const coffee = resources.find(({ name }) => name === title);
    const { contents } = await client.readResource({ uri: coffee?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain(`# ${title}`);
    await expect(client.readResource({ uri: 'docent://article/nothing' })).rejects.toThrow();
    await client.close();
  });
});

describe('MCP8: programs of every kind are served', () => {
  const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };

  test.each(['*/*', 'application/json', 'text/event-stream', 'application/json, text/event-stream', ''])(
    'Accept: %s',
    async (accept) => {
      const { post, call } = await start();
      const reply = await post(call('search', { query: title }), accept === '' ? {} : { accept });
      expect(reply.status).toBe(200);
      const type = reply.headers.get('content-type') ?? '';
      expect(type).toMatch(accept.includes('event-stream') ? /event-stream|json/ : /^application\/json/);
      expect(await reply.text()).toContain(title);
    },
  );

  test('what is not JSON, and a call that cannot be, are errors of JSON-RPC', async () => {
    const { post } = await start();
    const broken = await post('{"jsonrpc":');
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_700 } },
    ]);
  });

  test('pages of allowed origins may ask, others may not', async () => {
    const { origin, post } = await start();
    await fetch(`${origin}${consolePrefix}/config/save`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify({ access: { allowedOrigins: ['https://tools.example'] } }),
    });
    const preflight = (from: string) =>
      fetch(`${origin}/mcp`, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, mcp-protocol-version',
        },
      });
    const allowed = await preflight('https://tools.example');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://tools.example',
    ]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    const foreign = await preflight('https://elsewhere.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await post(ping, { origin: 'https://tools.example' });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://tools.example',
    ]);
    expect((await post(ping, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});
