import { afterAll, beforeAll, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const sent = async (
  method: 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'POST' | 'OPTIONS' | 'QUERY',
  url: string,
) => {
  const { statusCode, headers } = await app.inject({ method, url, headers: asAdmin });
  return [statusCode, headers.allow];
};

test.each([
  ['PUT', '/healthz', 405, 'GET, HEAD, OPTIONS'],
  ['POST', '/metrics', 405, 'GET, HEAD, OPTIONS'],
  ['GET', '/v1/chat/completions', 405, 'OPTIONS, POST'],
  ['DELETE', '/v1/models/docent', 405, 'GET, HEAD, OPTIONS'],
  ['PATCH', '/mcp', 405, 'OPTIONS, POST'],
  ['PUT', '/mcp/analytics', 405, 'OPTIONS, POST'],
  ['PATCH', `${consolePrefix}/account/tokens`, 405, 'GET, HEAD, OPTIONS, POST'],
  ['PUT', `${consolePrefix}/account/tokens/abc`, 405, 'DELETE, OPTIONS'],
  ['QUERY', `${consolePrefix}/changes`, 405, 'GET, HEAD, OPTIONS'],
  ['QUERY', `${consolePrefix}/config`, 404, 'GET, HEAD, OPTIONS'],
  // The specification's own paths are as in the reference implementation.
  ['GET', `${publicPrefix}/chat`, 404, 'OPTIONS, POST'],
  ['PUT', `${publicPrefix}/chat`, 404, 'OPTIONS, POST'],
  ['HEAD', `${publicPrefix}/chat/stream`, 404, 'OPTIONS, POST'],
  ['DELETE', `${consolePrefix}/config`, 404, 'GET, HEAD, OPTIONS'],
  ['GET', '/nowhere', 404, undefined],
  ['PUT', '/v1/nowhere', 404, undefined],
] as const)('WIRE10: %s %s is %i', async (method, url, status, allow) => {
  expect(await sent(method, url)).toEqual([status, allow]);
});

test.each(['/healthz', '/mcp', '/v1/models', '/v1/chat/completions', '/openapi.json', '/login'])(
  'WIRE10: OPTIONS %s is 204 with the methods',
  async (url) => {
    const [status, allow] = await sent('OPTIONS', url);
    expect([status, allow]).toEqual([204, expect.stringContaining('OPTIONS')]);
  },
);

test('WIRE10: OPTIONS of a path that nobody has is 404', async () => {
  expect(await sent('OPTIONS', '/nowhere')).toEqual([404, undefined]);
});
