import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { asAdmin, openProbeServer, savePath } from './probe-server.ts';
import { dial, listen } from './wire.ts';

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

/** Ways to write a path below the console's prefix that no operation has. */
const unknownPaths = [
  `${consolePrefix}/nowhere`,
  consolePrefix,
  '/apis/console.api.ai-suite.svc.run/v9/anything',
  '/apis/console.other/',
  '/apis/%63onsole.api.ai-suite.svc.run/v1alpha1/nowhere',
  '//apis/console.api.ai-suite.svc.run/v1alpha1/config',
  '/apis//console.api.ai-suite.svc.run/v1alpha1/config',
  '/apis/./console.api.ai-suite.svc.run/v1alpha1/config',
  '/apis/api.ai-suite.svc.run/../console.api.ai-suite.svc.run/v1alpha1/config',
  '/apis%2Fconsole.api.ai-suite.svc.run/v1alpha1/config',
  '/APIS/Console.api.ai-suite.svc.run/v1alpha1/config',
  '/apis\\console.api.ai-suite.svc.run/v1alpha1/config',
];

test.each(unknownPaths)('AUTH2: %s is 401 for strangers and 404 for the administrator', async (path) => {
  const { app } = await open();
  const port = await listen(app);
  const ask = async (headers: string) => {
    const client = dial(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
    await client.closed;
    return client.text();
  };
  const stranger = await ask('');
  expect(stranger).toMatch(/^HTTP\/1\.1 401 /);
  expect(stranger).toMatch(/www-authenticate: Bearer realm="docent"/i);
  expect(stranger).toContain('Administrator credentials are required');
  expect(await ask(`Authorization: ${asAdmin.authorization}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
});

test.each([[`${consolePrefix}/%zz`], [`http://x${consolePrefix}/nowhere`]])(
  'AUTH2: the address %s below the console is 401 for strangers too',
  async (target) => {
    const { app } = await open();
    const client = dial(await listen(app), `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 401 /);
  },
);

test('AUTH2: an administrator with an unreadable address is told so, by cookie too', async () => {
  const { app } = await open();
  const port = await listen(app);
  for (const credentials of [`Authorization: ${asAdmin.authorization}`, 'Cookie: docent_session=admin']) {
    const client = dial(
      port,
      `GET ${consolePrefix}/%zz HTTP/1.1\r\nHost: x\r\n${credentials}\r\nConnection: close\r\n\r\n`,
    );
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'AUTH2: %s below the console refuses strangers whatever is there',
  async (method) => {
    const { app } = await open();
    for (const url of [savePath, `${consolePrefix}/nowhere`]) {
      expect([url, (await app.inject({ method, url })).statusCode]).toEqual([url, 401]);
    }
  },
);

test('AUTH2: paths that only mention the console are not the console', async () => {
  const { app } = await open();
  for (const url of [
    '/x?next=/apis/console.api/',
    '/apis/consoles',
    '/console',
    '/x%2Fapis%2Fconsole.',
    '/x?%zz=%',
  ]) {
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
  }
});

test('AUTH2: a stranger is refused before the body is read', async () => {
  const { app } = await open();
  const client = dial(
    await listen(app),
    `POST ${savePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n{`,
  );
  await expect(client.until('HTTP/1.1 401')).resolves.toBeUndefined();
  client.socket.destroy();
});

test('AUTH2: a known caller who is no administrator gets 403', async () => {
  const { app } = await open();
  for (const url of [savePath, `${consolePrefix}/nowhere`]) {
    const reply = await app.inject({ method: 'POST', url, cookies: { docent_session: 'editor' } });
    const { detail } = reply.json<{ detail: string }>();
    expect([url, reply.statusCode, detail]).toEqual([url, 403, 'Only an administrator may do this']);
  }
});

const save = async (app: FastifyInstance, headers: Record<string, string>) =>
  (await app.inject({ method: 'POST', url: savePath, headers: { host: 'site.example', ...headers } }))
    .statusCode;

test('AUTH4: a browser session writes from its own origin only', async () => {
  const { app } = await open();
  const cookie = 'docent_session=admin';
  expect(await save(app, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await save(app, { cookie, origin: 'http://site.example' })).toBe(200);
  expect(await save(app, { cookie })).toBe(403);
  expect(await save(app, { cookie, 'sec-fetch-site': 'none' })).toBe(403);
  expect(await save(app, { cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await save(app, { cookie, 'sec-fetch-site': 'cross-site', origin: 'http://site.example' })).toBe(
    403,
  );
  expect(await save(app, { cookie, origin: 'http://other.example' })).toBe(403);
  expect(await save(app, { cookie, origin: 'null' })).toBe(403);
});

test("AUTH4: a browser session reads from the address bar, not from another site's page", async () => {
  const { app } = await open();
  const read = async (headers: Record<string, string>) =>
    (
      await app.inject({
        url: `${consolePrefix}/nowhere`,
        headers: { cookie: 'docent_session=admin', ...headers },
      })
    ).statusCode;
  expect(await read({})).toBe(404);
  expect(await read({ 'sec-fetch-site': 'none' })).toBe(404);
  expect(await read({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('AUTH4: behind a proxy that hides the host, the public origin counts', async () => {
  const { app } = await open({}, { publicOrigin: 'https://docs.example' });
  expect(await save(app, { cookie: 'docent_session=admin', origin: 'https://docs.example' })).toBe(200);
});

test('AUTH3: a token needs no origin', async () => {
  const { app } = await open();
  expect(await save(app, { ...asAdmin, 'sec-fetch-site': 'cross-site' })).toBe(200);
});

test.each([
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'x'.repeat(10_000)}`],
  ['authorization', 'Basic \u00ff\u00fe'],
  ['cookie', ';;;=;docent_session'],
  ['cookie', 'docent_session=%zz; docent_session=%00'],
  ['cookie', '__proto__=admin; constructor=admin'],
  ['origin', '::::'],
  ['sec-fetch-site', 'nonsense'],
])("AUTH2: a malformed %s header (%s) is a stranger's, not a failure", async (name, value) => {
  const { app, errors } = await open();
  const reply = await app.inject({ method: 'POST', url: savePath, headers: { [name]: value } });
  expect(reply.statusCode).toBe(401);
  expect(errors).toEqual([]);
});
