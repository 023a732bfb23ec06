import { afterEach, describe, expect, test } from 'vitest';
import type { Ports } from '../../server/app.ts';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { readEnv } from '../../server/env.ts';
import { isHomeAlone } from '../../server/open-ports.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});
const open = async (ports: Partial<Ports>) => (app = await createTestApp(ports));

const publicOrigin = 'https://docent.example.org';
const statusFor = async (url: string, host: string, headers: Readonly<Record<string, string>> = {}) =>
  (await app?.inject({ url, headers: { host, ...headers } }))?.statusCode;

const readable = ['/llms.txt', '/healthz', '/metrics', '/widget.js', '/console/', '/docs', '/nothing'];

describe('HOSTS1: with a public origin foreign names are answered with 421', () => {
  test.each([
    'evil.test',
    'evil.example:8090',
    'docent.example.org.evil.example',
    'evil.example.',
    'a b',
    '@',
  ])('%s', async (host) => {
    await open({ publicOrigin });
    for (const url of readable) expect([url, await statusFor(url, host)]).toEqual([url, 421]);
    const asked = await app?.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
      payload: { message: 'What is here?' },
    });
    expect(asked?.statusCode).toBe(421);
    expect(asked?.json().detail).toContain('DOCENT_PUBLIC_ORIGIN');
  });

  test.each([
    'docent.example.org',
    'DOCENT.example.org:443',
    'docent.example.org.',
    'www.docent.example.org',
    '127.0.0.1:8090',
    'localhost',
    '[::1]:8090',
    '10.0.0.7:8090',
    'docent:8090',
    'docent.tools.svc.cluster.local:8090',
    'blog.example.com',
    'shop.example.net:8443',
    'any.example.net',
  ])('%s is known: by itself, to proxies and health checks, or by an allowed origin', async (host) => {
    await open({
      publicOrigin,
      allowedOrigins: [
        'https://blog.example.com',
        'https://shop.example.net:8443',
        'https://*.example.net',
        '*',
      ],
    });
    for (const url of ['/healthz', '/llms.txt'])
      expect([url, await statusFor(url, host)]).toEqual([url, 200]);
  });

  test('a trusted proxy names the host, and so can nobody else', async () => {
    await open({ publicOrigin });
    expect(await statusFor('/llms.txt', 'docent:8090', { 'x-forwarded-host': 'docent.example.org' })).toBe(
      200,
    );
    expect(await statusFor('/llms.txt', 'docent.example.org', { 'x-forwarded-host': 'evil.example' })).toBe(
      421,
    );
    expect(await statusFor('/llms.txt', 'evil.example', { 'x-forwarded-host': 'docent.example.org' })).toBe(
      421,
    );
  });

  test('whoever proves who he is may use any name: administrators’ programs, and the platform that signs', async () => {
    const host = { ...createFakeHost([]), receiveHint: async () => undefined };
    await open({ publicOrigin, host });
    expect(await statusFor(`${consolePrefix}/config`, 'docent.office.example', asAdmin)).toBe(200);
    expect(await statusFor(`${consolePrefix}/config`, 'docent.office.example')).toBe(401);
    const pushed = await app?.inject({
      method: 'POST',
      url: `${publicPrefix}/site-changes`,
      headers: { host: 'docent.office.example' },
      payload: {},
    });
    expect(pushed?.statusCode).toBe(200);
  });

  test('links carry the public origin', async () => {
    await open({ publicOrigin });
    const page = await app?.inject({ url: '/openapi.json', headers: { host: 'docent:8090' } });
    expect(page?.statusCode).toBe(200);
  });
});

test('HOSTS2: a service for this machine alone answers by the names of loopback', async () => {
  await open({ loopbackOnly: () => true });
  for (const host of ['localhost:8090', '127.0.0.1', '127.1.2.3:8090', '[::1]:8090', 'docent.localhost', ''])
    expect([host, await statusFor('/llms.txt', host)]).toEqual([host, 200]);
  for (const host of [
    'evil.test:8090',
    '192.168.1.4',
    'docent:8090',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
  ])
    for (const url of readable) expect([host, url, await statusFor(url, host)]).toEqual([host, url, 421]);
  // A page that came here by its own name sets every header but Host.
  expect(await statusFor('/metrics', 'evil.test:8090', { 'x-forwarded-host': 'localhost:8090' })).toBe(421);
});

test('HOSTS2: that is a service on loopback without a public origin', () => {
  const alone = (variables: Readonly<Record<string, string>>) => isHomeAlone(readEnv(variables));
  expect([alone({}), alone({ HOST: 'localhost' }), alone({ HOST: '::1' })]).toEqual([true, true, true]);
  expect([alone({ HOST: '0.0.0.0' }), alone({ DOCENT_PUBLIC_ORIGIN: publicOrigin })]).toEqual([false, false]);
});

test('MCP4: an origin that is named must be known, whatever the method and the host', async () => {
  await open({});
  const ask = async (method: 'GET' | 'POST' | 'DELETE', host: string, origin?: string) =>
    (
      await app?.inject({
        method,
        url: '/mcp',
        headers: {
          host,
          ...(origin !== undefined && { origin, 'sec-fetch-site': 'same-origin' }),
          accept: 'application/json, text/event-stream',
        },
        ...(method === 'POST' && { payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }),
      })
    )?.statusCode;
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect([method, await ask(method, 'evil.test:8090', 'http://evil.test:8090')]).toEqual([method, 403]);
    expect([method, await ask(method, 'localhost:8090', 'http://evil.test:8090')]).toEqual([method, 403]);
    expect(await ask(method, 'localhost:8090', 'null')).toBe(403);
    expect(await ask(method, 'localhost:8090', 'http://localhost:8090')).not.toBe(403);
    expect(await ask(method, 'docs.example.org')).not.toBe(403);
  }
  expect(await ask('POST', 'localhost:8090', 'http://localhost:8090')).toBe(200);
});
