import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { Fault } from '../../server/kit/fault.ts';
import { asAdmin, echoPath, eventsPath, openProbeServer, savePath } from './probe-server.ts';
import { dial, listen, posting } from './wire.ts';
import { yieldToEventLoop } from '../../server/work/event-loop.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(...[behaviour, options]: Parameters<typeof openProbeServer>) {
  const opened = await openProbeServer(behaviour, options);
  ({ app } = opened);
  return opened;
}

const json = { 'content-type': 'application/json' };
const echo = (payload: string, headers: Record<string, string> = json) =>
  ({ method: 'POST', url: echoPath, payload, headers }) as const;

test.each([
  ['no JSON', '{"text":', json, 400, 'The body is not valid JSON'],
  ['a wrong type', '{"text":5}', json, 400, 'text must be a text'],
  ['nothing', '', json, 400, 'text must be a text'],
  ['a list', '[]', json, 400, 'The body must be an object'],
  [
    'a form',
    'text=x',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'The content type must be application/json',
  ],
  [
    'no content type',
    '{"text":"x"}',
    { 'content-type': 'text/plain' },
    415,
    'The content type must be application/json',
  ],
  [
    'compression',
    '{"text":"x"}',
    { ...json, 'content-encoding': 'gzip' },
    415,
    'The body must not be compressed: send it without Content-Encoding',
  ],
  [
    'a broken content type',
    '{"text":"x"}',
    { 'content-type': ';;;=' },
    415,
    'The content type is not readable',
  ],
])('WIRE3 WIRE4: a body with %s is refused', async (_, payload, headers, status, message) => {
  const { app, errors } = await open();
  const reply = await app.inject(echo(payload, headers));
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([status, message]);
  expect(errors).toEqual([]);
});

test.each([['application/json;charset=utf-8'], ['APPLICATION/JSON'], ['application/problem+json']])(
  'WIRE4: a body of type %s is JSON',
  async (type) => {
    const { app } = await open();
    expect((await app.inject(echo('{"text":"x"}', { 'content-type': type }))).statusCode).toBe(200);
  },
);

test('WIRE1: keys that nobody knows are ignored', async () => {
  const { app } = await open();
  expect((await app.inject(echo('{"text":"x","also":{"__proto__":1}}'))).json()).toMatchObject({ text: 'x' });
});

test('a byte order mark before the JSON does no harm', async () => {
  const { app } = await open();
  expect((await app.inject(echo('\uFEFF{"text":"x"}'))).json()).toMatchObject({ text: 'x' });
});

test('WIRE4: malformed JSON for a stream is a plain 400', async () => {
  const { app } = await open();
  const reply = await app.inject({ method: 'POST', url: eventsPath, payload: '{', headers: json });
  expect(reply.statusCode).toBe(400);
  expect(reply.headers['content-type']).toContain('application/problem+json');
});

test('a body over 1 MB is 413 whether its length is announced or not', async () => {
  const { app, errors } = await open();
  const large = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
  const reply = await app.inject(echo(large));
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([413, 'The body is too large']);

  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const head = `POST ${echoPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const client = dial(await listen(app), head + chunk.repeat(17));
  await client.until('HTTP/1.1 413');
  client.socket.destroy();
  expect(errors).toEqual([]);
});

test('a body of nested brackets is refused, not a crash', async () => {
  const { app, errors } = await open();
  const reply = await app.inject(echo(`{"text":${'['.repeat(400_000)}${']'.repeat(400_000)}}`));
  expect(reply.statusCode).toBe(400);
  expect(errors).toEqual([]);
});

test("an upload that is broken off is nobody's bug", async () => {
  const { app, errors } = await open();
  const seen = vi.fn();
  app.server.on('connection', (socket) => socket.on('close', seen));
  const client = dial(
    await listen(app),
    `POST ${echoPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text":`,
  );
  await new Promise((resolve) => client.socket.write('"half', resolve));
  client.socket.destroy();
  await vi.waitUntil(() => seen.mock.calls.length === 1, { timeout: 30_000 });
  await yieldToEventLoop();
  expect(errors).toEqual([]);
});

test('a reader that leaves a JSON operation aborts its signal; giving up is not logged', async () => {
  const aborted = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const { app, errors } = await open({
    echo(_input, { signal }) {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      begun.resolve();
    },
  });
  // The reply is kept back until the client has gone.
  app.addHook('onSend', async (_request, _reply, payload) => {
    await aborted.promise;
    return payload;
  });
  const client = dial(await listen(app), posting(echoPath, '{"text":"x"}'));
  await begun.promise;
  client.socket.destroy();
  expect(await aborted.promise).toMatchObject({ name: 'AbortError' });
  expect(errors).toEqual([]);
});

test('ERR9: a bug is answered plainly and logged whole with the id of the request', async () => {
  const { app, errors } = await open({
    echo() {
      throw new RangeError('select * from secrets');
    },
  });
  const reply = await app.inject(echo('{"text":"x"}'));
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({
    title: 'Internal Server Error',
    detail: 'Internal error',
    error: 'Internal error',
  });
  expect(reply.body).not.toContain('secrets');
  expect(errors).toEqual([
    {
      err: expect.any(RangeError),
      requestId: reply.json<{ requestId: string }>().requestId,
      message: expect.any(String),
    },
  ]);
  expect(reply.headers['x-request-id']).toBe(reply.json<{ requestId: string }>().requestId);
});

test('a reply that breaks the contract is a bug in tests', async () => {
  const { app, errors } = await open(
    {},
    { identify: async () => ({ kind: 'admin', id: 'x', via: 'token' }) },
  );
  app.addHook('preHandler', async (request) => {
    Object.assign(request, { caller: { kind: 5 } });
  });
  const reply = await app.inject({ method: 'POST', url: savePath });
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({ success: false, message: 'Internal error' });
  expect(errors).toHaveLength(1);
});

test('a Fault shows its status, message and how long to wait', async () => {
  const { app, errors } = await open({
    echo() {
      throw new Fault('limited', 'Too many', { retryAfterSeconds: 7 });
    },
  });
  const reply = await app.inject(echo('{"text":"x"}'));
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
    429,
    '7',
    { error: 'Too many' },
  ]);
  expect(errors).toEqual([]);
});

test('an operation without a handler says that it is not available yet', async () => {
  const { app } = await open();
  const reply = await app.inject(`${publicPrefix}/widget-config`);
  expect(reply.statusCode).toBe(501);
  expect(reply.headers['content-type']).toContain('application/problem+json');
});

test.each([
  ['GET', echoPath],
  ['DELETE', echoPath],
  ['GET', '/nowhere'],
  ['POST', '/nowhere'],
  ['GET', `/${echoPath}`],
  ['OPTIONS', '/nowhere'],
] as const)('WIRE10: %s %s is not there', async (method, url) => {
  const { app } = await open();
  const reply = await app.inject({ method, url });
  expect([reply.statusCode, reply.json<{ status: number }>().status]).toEqual([404, 404]);
});

test.each([['/%zz'], ['/%'], ['/probe/rest/%E4%B8']])('the address %s is refused plainly', async (path) => {
  const { app, errors } = await open();
  const client = dial(await listen(app), `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await client.until('HTTP/1.1 400');
  await client.closed;
  expect(client.text()).toContain('The address is not valid');
  expect(errors).toEqual([]);
});

test('the rest of a path is one decoded text', async () => {
  const { app } = await open();
  const reply = await app.inject('/probe/rest/a/%E4%BD%A0%20b?x=1');
  expect(reply.json()).toEqual({ path: 'a/你 b' });
});

test('requests that are no HTTP, or have monstrous headers, end in a 4xx and a closed connection', async () => {
  const { app } = await open();
  const port = await listen(app);
  const garbage = dial(port, 'HELLO\r\n\r\n');
  await garbage.closed;
  expect(garbage.text()).toMatch(/^HTTP\/1\.1 400 /);
  const monstrous = dial(port, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b;'.repeat(20_000)}\r\n\r\n`);
  await monstrous.closed;
  expect(monstrous.text()).toMatch(/^HTTP\/1\.1 431 /);
});

test('a form without scripts and JSON both reach a urlencoded operation', async () => {
  const { app } = await open();
  const url = '/probe/form';
  const form = await app.inject({
    method: 'POST',
    url,
    payload: 'text=a+b%26%E4%BD%A0&text=last',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'text/html,*/*' },
  });
  expect(form.json()).toEqual({ text: 'last', wantsPage: true });
  const program = await app.inject({ method: 'POST', url, payload: { text: 'x' } });
  expect(program.json()).toEqual({ text: 'x', wantsPage: false });
  const other = await app.inject({
    method: 'POST',
    url,
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  expect(other.statusCode).toBe(415);
});

test('a write at the root is for pages of this origin and for programs', async () => {
  const { app } = await open();
  const from = async (headers: Record<string, string>) =>
    (
      await app.inject({
        method: 'POST',
        url: '/probe/form',
        payload: {},
        headers: { host: 'site.example', ...headers },
      })
    ).statusCode;
  expect(await from({})).toBe(200);
  expect(await from({ origin: 'http://site.example' })).toBe(200);
  expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ origin: 'null' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'cross-site', origin: 'http://site.example' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
});

test("visitors' pages may call the public operations from other origins, and nothing else", async () => {
  const { app } = await open();
  const origin = 'https://blog.example';
  const answer = await app.inject({ ...echo('{"text":"x"}'), headers: { ...json, origin } });
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();

  const preflight = (url: string) =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
  const allowed = await preflight(echoPath);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'content-type',
  });
  for (const url of [savePath, '/login', '/probe/form', `${consolePrefix}/nowhere`]) {
    const refused = await preflight(url);
    expect([url, refused.headers['access-control-allow-origin']]).toEqual([url, undefined]);
    expect([url, refused.headers['access-control-allow-methods']]).toEqual([url, undefined]);
  }
  const page = await app.inject({ url: '/probe/page', headers: { origin } });
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
});

test('AUTH7: a forged X-Forwarded-For is not believed', async () => {
  const { app } = await open();
  const reply = await app.inject({
    ...echo('{"text":"x"}'),
    headers: {
      ...json,
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    },
  });
  expect(reply.json()).toMatchObject({ address: '127.0.0.1', origin: 'http://localhost:80' });
});

test.each([
  ['6.6.6.6, 203.0.113.9, 10.1.1.1', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['not an address', '127.0.0.1'],
  ['', '127.0.0.1'],
])('AUTH7 DEP1: behind trusted proxies "%s" means %s', async (forwarded, address) => {
  const { app } = await open({}, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  const reply = await app.inject({
    ...echo('{"text":"x"}'),
    headers: { ...json, 'x-forwarded-for': forwarded },
  });
  expect(reply.json()).toMatchObject({ address });
});

test('behind a trusted proxy the origin is the one the browser sees; a hostile Host is not repeated', async () => {
  const { app } = await open({}, { trustedProxies: ['127.0.0.1'] });
  const originFor = async (headers: Record<string, string>) =>
    (await app.inject({ ...echo('{"text":"x"}'), headers: { ...json, ...headers } })).json<{
      origin: string;
    }>().origin;
  expect(await originFor({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docs.example' })).toBe(
    'https://docs.example',
  );
  expect(await originFor({ host: '[::1]:8090' })).toBe('http://[::1]:8090');
  expect(await originFor({ host: '"><script>' })).toBe('http://localhost');
});

test.each([
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,zh;q=0.9', 'en'],
  ['fr, zh;q=0.5, en;q=0.4', 'zh'],
  ['en;q=0.2, zh-TW;q=0.7', 'zh'],
  ['zh;q=0, en', 'en'],
  ['zhuang', 'en'],
  ['*;q=x,;;,q', 'en'],
])('a browser that prefers "%s" is spoken to in %s', async (header, language) => {
  const { app } = await open();
  const reply = await app.inject({
    ...echo('{"text":"x"}'),
    headers: { ...json, 'accept-language': header },
  });
  expect(reply.json()).toMatchObject({ language });
});

const objects = (count: number) => `[${'{},'.repeat(count)}{}]`;
test.each([
  ['levels', '['.repeat(200_000) + ']'.repeat(200_000), 400, 'nested in more than 100 levels'],
  [
    'levels of objects',
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    400,
    'nested in more than 100 levels',
  ],
  ['levels without end', '{"text":'.repeat(101), 400, 'nested in more than 100 levels'],
  [
    'names',
    `{${Array.from({ length: 60_000 }, (_, at) => `"n${at}" :1`).join(',')}}`,
    400,
    'more than 50000',
  ],
  ['objects', `{"text":"x","more":${objects(60_000)}}`, 400, 'more than 50000'],
  ['less', `{"text":"x","more":${objects(40_000)},"deep":${'['.repeat(99)}${']'.repeat(99)}}`, 200, ''],
  ['signs in texts', JSON.stringify({ text: `${'[{:\\"'.repeat(20_000)}\\` }), 200, ''],
])('LIM11: a body of many %s is read or refused before it is parsed', async (_, payload, status, message) => {
  for (const options of [{}, { basePath: '/below' }]) {
    const { app, errors } = await open({}, options);
    const reply = await app.inject(echo(payload));
    expect(reply.statusCode).toBe(status);
    expect(reply.body).toContain(message);
    expect(errors).toEqual([]);
    await app.close();
  }
});

test('LIM11: an administrator may send many parts', async () => {
  const { app } = await open();
  const reply = await app.inject({
    method: 'POST',
    url: savePath,
    payload: `{"more":${objects(60_000)}}`,
    headers: { ...json, ...asAdmin },
  });
  expect(reply.statusCode).toBe(200);
});
