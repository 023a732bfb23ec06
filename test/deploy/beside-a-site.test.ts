import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { handbookPath } from '../../contract/site/handbook.ts';
import { createTestApp } from '../app.ts';
import { projectRoot } from '../source-files.ts';
import { handedOver, startBeside } from './beside-a-site.ts';

const read = (path: string) => readFile(join(projectRoot, path), 'utf8');

/** Paths that pages and administrators request. */
const needed = [
  `${publicPrefix}/chat/stream`,
  `${publicPrefixV2}/chat/stream`,
  `${consolePrefix}/system/info`,
  `${consolePrefix}/model-options`,
  '/widget.js',
  '/widget/widget.js',
  '/embed.html',
  '/pet-skins/cat/idle.png',
  '/console',
  '/console/',
  '/console/login',
  '/console/logout',
  '/console/session',
  '/console/healthz/stream',
  `/console/${handbookPath('en', 'console')}`,
];
/** Paths that belong to the site, or are not public. */
const theSites = [
  '/',
  '/login',
  '/session',
  '/docs',
  '/docs/handbook/en/console',
  '/metrics',
  '/healthz',
  '/apis/other',
  '/consoles',
];

describe('DEP7: beside a site', () => {
  test('nginx hands over what Docent needs, and nothing of the site', async () => {
    const ours = await handedOver();
    expect(needed.filter((path) => !ours.test(path))).toEqual([]);
    expect(theSites.filter((path) => ours.test(path))).toEqual([]);
  });

  test('Caddy hands over the same', async () => {
    const [, list = ''] = /@docent path (.+)/.exec(await read('deploy/caddy/Caddyfile')) ?? [];
    const isOurs = (path: string) =>
      list.split(' ').some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
    expect(needed.filter((path) => !isOurs(path))).toEqual([]);
    expect(theSites.filter(isOurs)).toEqual([]);
  });

  test.each(['en', 'zh'])('the handbook shows the same configuration: %s', async (language) => {
    const pages = ['reverse-proxy', 'connect-wordpress', 'connect-halo'];
    for (const page of pages) {
      const { source } = await handedOver(page === 'connect-halo' ? '/docent/console' : undefined);
      const text = await read(`handbook/${language}/${page}.md`);
      expect([page, text.includes(source.replaceAll('\\/', '/'))]).toEqual([page, true]);
    }
  });

  test.each(['/console', '/docent/console'])(
    'an administrator signs in, reads the handbook and signs out under the site’s origin: %s',
    async (consolePath) => {
      await using app = await createTestApp({ consolePath });
      await app.server.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.server.address() as { port: number };
      await using site = await startBeside(`http://127.0.0.1:${port}`, consolePath);
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(site.origin + path, { redirect: 'manual', ...init });

      const page = await (await ask(`${consolePath}/login?next=${consolePath}/models`)).text();
      expect(page).toContain('<form method="post" action="login">');
      const signedIn = await ask(`${consolePath}/login`, {
        method: 'POST',
        headers: { accept: 'text/html', origin: site.origin },
        body: new URLSearchParams({ password: 'test-password', next: `${consolePath}/models` }),
      });
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, `${consolePath}/models`]);
      const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const state = async () => (await ask(`${consolePath}/session`, { headers: { cookie } })).json();
      expect(await state()).toEqual({ kind: 'admin', via: 'cookie' });
      expect((await ask(`${consolePath}/${handbookPath('zh', 'console')}`)).status).toBe(200);
      expect(await (await ask(`${consolePath}/healthz/stream`)).text()).toContain('"forwarded":true');

      const signedOut = await ask(`${consolePath}/logout`, {
        method: 'POST',
        headers: { accept: 'text/html', cookie, origin: site.origin },
      });
      const target = new URL(signedOut.headers.get('location') ?? '', `${site.origin}${consolePath}/logout`);
      expect([signedOut.status, target.pathname]).toEqual([303, `${consolePath}/login`]);
      expect(await state()).toEqual({ kind: 'anonymous' });
    },
  );
});
