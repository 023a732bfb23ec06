import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFiles } from '../../server/features/site/console-files.ts';
import { readEnv } from '../../server/env.ts';
import { createTryPages } from '../../server/adapters/hosts/remote/try-page.ts';
import type { Caller, Credentials } from '../../server/ports/host.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createTestApp, type TestApp } from '../app.ts';

const consolePath = '/docent/console';

describe('PATH1: the console at a path of its own', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ consolePath });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('signing in and out stays below it, and a link to a page is followed', async () => {
    const signIn = (next?: string) =>
      app.inject({
        method: 'POST',
        url: `${consolePath}/login`,
        headers: { ...form, accept: 'text/html' },
        payload: new URLSearchParams({ password: 'test-password', ...(next && { next }) }).toString(),
      });
    expect((await signIn()).headers.location).toBe(`${consolePath}/`);
    expect((await signIn(`${consolePath}/models`)).headers.location).toBe(`${consolePath}/models`);
    const out = await app.inject({
      method: 'POST',
      url: `${consolePath}/logout`,
      headers: { ...form, accept: 'text/html' },
    });
    expect(out.headers.location).toBe('login');
    expect((await app.inject({ url: `${consolePath}/session` })).json()).toEqual({ kind: 'anonymous' });
  });

  test('handbook and probe are there, and nothing of the service is at /console', async () => {
    for (const path of ['docs/handbook/en/console', 'healthz/stream', 'login'])
      expect([path, (await app.inject({ url: `${consolePath}/${path}` })).statusCode]).toEqual([path, 200]);
    for (const path of [
      '',
      '/',
      '/login',
      '/session',
      '/models',
      '/assets/index.js',
      '/docs/handbook/en/console',
    ])
      expect([path, (await app.inject({ url: `/console${path}` })).statusCode]).toEqual([path, 404]);
  });

  test('the description of the interface names it', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json();
    expect(Object.keys(paths)).toContain(`${consolePath}/login`);
    expect(Object.keys(paths)).not.toContain('/console/login');
  });

  test.skipIf(!existsSync(consoleFiles().directory))(
    'its page loads its files from there, with the same policy',
    async () => {
      expect((await app.inject({ url: consolePath })).headers.location).toBe(`${consolePath}/`);
      for (const url of [
        `${consolePath}/`,
        `${consolePath}/index.html`,
        `${consolePath}/knowledge/some%20article`,
      ]) {
        const { statusCode, headers, body } = await app.inject({ url });
        expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(headers).toMatchObject(consoleFiles().pageHeaders);
        expect(body).toContain(`<div id="console" data-path="${consolePath}/"`);
        expect(body).not.toContain('"/console/');
        const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
        expect(files.length).toBeGreaterThan(2);
        for (const file of files)
          expect([file, (await app.inject({ url: file })).statusCode]).toEqual([file, 200]);
      }
    },
  );
});

test('PATH1: the page to try a site on links to it', async () => {
  const page = createTryPages({
    site: async () => ({ title: 'Tea', url: 'https://tea.example/', articles: [] }),
    siteOrigin: () => 'https://tea.example',
    isKnown: async () => false,
  });
  expect((await page('/', { language: 'en', consolePath }))?.body).toContain(`href="${consolePath}/"`);
});

describe('PATH2: signing out', () => {
  const host = {
    ...createFakeHost([]),
    describe: () => ({ ...createFakeHost([]).describe(), signOutPath: '/logout' }),
    identify: async ({ cookies }: Credentials): Promise<Caller> =>
      cookies['SESSION'] === 'owner'
        ? { kind: 'admin', id: 'halo:owner', via: 'cookie' }
        : { kind: 'anonymous' },
  };

  test.each([
    ['of someone whom the platform has signed in leads there', 'SESSION=owner', '/logout'],
    ['of Docent’s own administrator ends here', 'SESSION=stale', undefined],
  ])('%s', async (_, cookie, expected) => {
    await using app = await createTestApp({ host });
    const leave = (accept: string) =>
      app.inject({
        method: 'POST',
        url: '/console/logout',
        headers: { cookie, accept, 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await leave('application/json')).json()).toEqual({
      kind: 'anonymous',
      ...(expected && { signOutAt: expected }),
    });
    expect((await leave('text/html')).headers.location).toBe(expected ?? 'login');
  });
});

describe('PATH1: the setting', () => {
  test.each(['/docent/console', '/ai-console', '/Docent/console/'])('takes %s', (path) => {
    expect(readEnv({ DOCENT_CONSOLE_PATH: path }).consolePath).toBe(path.replace(/\/$/, ''));
  });

  test.each([
    'console',
    '/',
    '//x',
    '/a//b',
    '/../x',
    '/apis/console',
    '/widget',
    '/a b',
    '/a?b',
    '/a"b',
    '/.x',
  ])('refuses %s', (path) => {
    expect(() => readEnv({ DOCENT_CONSOLE_PATH: path })).toThrow('DOCENT_CONSOLE_PATH');
  });
});
