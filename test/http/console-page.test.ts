import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFiles } from '../../server/features/site/console-files.ts';
import { createTestApp, type TestApp } from '../app.ts';

describe.skipIf(!existsSync(consoleFiles().directory))('the console', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each(['/console/', '/console/models', '/console/knowledge/some%20article'])(
    'AUTH2: %s is one page without data, with a strict policy',
    async (url) => {
      const reply = await app.inject({ url });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
      expect(reply.body).toContain('<div id="console" data-path="/console/"');
      expect(reply.body).toMatch(/<html data-time-zone="[\w/+-]+" /);
      expect(reply.body).not.toMatch(/<script(?![^>]+src=)/);
    },
  );

  test('its files are kept by browsers for ever, a missing one is missing', async () => {
    const { body } = await app.inject({ url: '/console/' });
    const script = /src="([^"]+\.js)"/.exec(body)?.[1] ?? '';
    const reply = await app.inject({ url: script });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    for (const url of ['/console/assets/none.js', '/console/%2e%2e/package.json'])
      expect((await app.inject({ url })).statusCode).toBe(404);
    expect((await app.inject({ url: '/console' })).headers.location).toBe('/console/');
  });
});
