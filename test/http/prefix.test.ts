import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { createEmbeddedHost } from '../../server/adapters/hosts/embedded/embedded.ts';
import { readEnv } from '../../server/env.ts';
import { consoleFiles } from '../../server/features/site/console-files.ts';
import { token } from '../../contract/events.ts';
import { placedEvents } from '../../server/http/connection/placed-events.ts';
import { createPrefix, placedPage } from '../../server/http/connection/prefix.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createTestLog } from '../fakes/log.ts';
import { createFakeModels } from '../fakes/models.ts';

const tea = `# Tea

Green tea is brewed at eighty degrees for two minutes. [More](water.md) and ![a leaf](leaf.svg).

\`\`\`html
<a href="/tea">shown</a>
\`\`\`
`;

const models = () =>
  createFakeModels({
    chat: () =>
      (async function* () {
        yield { type: 'text', text: 'Green tea is brewed at eighty degrees for two minutes.[1]' } as const;
        yield { type: 'finish', reason: 'stop', usage: {} } as const;
      })(),
  });

/** How a request reaches the service: with the prefix in its path, or cut off and named by a proxy. */
const ways = {
  'in the path, named by the public address': {
    ports: { publicOrigin: 'https://tea.example', basePath: '/guide/docent' },
    to: (path: string) => ({ url: `/guide/docent${path}`, headers: { host: 'tea.example' } }),
  },
  'cut off by the proxy, named by the public address': {
    ports: { publicOrigin: 'https://tea.example', basePath: '/guide/docent' },
    to: (path: string) => ({ url: path, headers: { host: 'tea.example' } }),
  },
  'cut off and named by a trusted proxy': {
    ports: { publicOrigin: undefined },
    to: (path: string) => ({
      url: path,
      headers: {
        host: 'tea.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-prefix': '/guide/docent/',
      },
    }),
  },
} as const;
const address = 'https://tea.example/guide/docent';

describe.each(Object.entries(ways))('PATH3: below a path, %s', (_, { ports, to }) => {
  let app: TestApp;
  let folder = '';
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { url, headers: own } = to(path);
    return app.inject({ url, headers: { ...own, ...headers } });
  };
  const post = (path: string, payload: object, headers: Readonly<Record<string, string>> = {}) => {
    const { url, headers: own } = to(path);
    return app.inject({ method: 'POST', url, headers: { ...own, ...headers }, payload });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-prefix-'));
    await writeFile(join(folder, 'tea.md'), tea);
    await writeFile(
      join(folder, 'water.md'),
      '# Water for tea\n\nSoft water is best for it and for green tea. Back to [tea](/archives/tea).\n',
    );
    await writeFile(join(folder, 'leaf.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const dataDir = join(folder, '.data');
    const host = await createEmbeddedHost({
      contentDir: folder,
      dataDir,
      log: createTestLog(),
      clock: { now: Date.now },
    });
    app = await createTestApp({ ...ports, host, models: models() });
    await app.start();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('every address in every page of the site leads there', async () => {
    const seen = new Set(['/guide/docent/']);
    for (const path of seen) {
      const { statusCode, body, headers } = await ask(path.slice('/guide/docent'.length));
      const built = path.endsWith('/widget.js') && !existsSync(consoleFiles().directory);
      expect([path, statusCode]).toEqual([path, built ? 503 : 200]);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      const tags = [...body.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag).join(' ');
      for (const [, found = ''] of tags.matchAll(/ (?:href|src|action)="(\/[^"?#]*)/g)) {
        expect([path, found.startsWith('/guide/docent/')]).toEqual([path, true]);
        seen.add(found);
      }
    }
    expect([...seen].join(' ')).toMatch(/archives\/tea.*|media\/leaf\.svg/);
    const { body } = await ask('/archives/tea');
    expect(body).toContain(`<link rel="canonical" href="${address}/archives/tea"`);
    expect(body).toContain('href="/tea"');
  });

  test('feeds, the list of pages and what is for programs name the whole address', async () => {
    for (const path of ['/feed.xml', '/sitemap.xml', '/robots.txt', '/llms.txt', '/llms-full.txt']) {
      const { body } = await ask(path);
      const others = [...body.matchAll(/https:\/\/tea\.example(\S*)/g)].map(([, rest = '']) => rest);
      expect([path, others.length > 0]).toEqual([path, true]);
      for (const rest of others) expect([path, rest.startsWith('/guide/docent')]).toEqual([path, true]);
    }
    expect((await ask('/robots.txt')).body).toContain('Disallow: /guide/docent/apis/');
    expect((await ask('/openapi.json')).json().servers).toEqual([{ url: '/guide/docent' }]);
    expect((await ask('/docs')).body).toContain('href="/guide/docent/openapi.json"');
  });

  test('answers cite pages below it, and a question about such a page is understood', async () => {
    const reply = (await post(`${publicPrefix}/chat`, { message: 'How is green tea brewed?' })).json();
    expect(reply.citations[0].url).toBe('/guide/docent/archives/tea');
    const { body } = await post(`${publicPrefix}/chat/stream`, { message: 'How is green tea brewed?' });
    expect(body).toContain('"/guide/docent/archives/tea"');
    const { url } = to(`${publicPrefix}/search/halo-results?keyword=green+tea`);
    const found = (await app.inject({ url, headers: to('/').headers })).json();
    expect(found.articles[0].url).toBe('/guide/docent/archives/tea');
    const page = (
      await post(`${publicPrefix}/chat`, {
        message: 'What is best?',
        pageUrl: '/guide/docent/archives/water',
        pageTask: 'ask',
      })
    ).json();
    expect(page.citations.map((one: { title: string }) => one.title)).toContain('Water for tea');
  });

  test('whole addresses of pages are given to programs, and taken back', async () => {
    const call = async (name: string, args: object) =>
      (
        await post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
          { accept: 'application/json' },
        )
      ).json().result.structuredContent;
    const { answer, sources } = await call('ask', { question: 'Is soft water best for it?' });
    expect(sources[0].url).toMatch(`${address}/archives/`);
    expect(answer).not.toMatch(/\]\(\//);
    for (const article of [sources[0].url, `${sources[0].url}.md`, new URL(sources[0].url).pathname])
      expect((await call('read_article', { article })).url).toBe(sources[0].url);
    const { markdown } = await call('read_article', { article: `${address}/archives/water` });
    expect(markdown).toContain(`[tea](${address}/archives/tea)`);
    for (const path of ['/archives/water.md', '/llms-full.txt'])
      expect((await ask(path)).body).toContain(`[tea](${address}/archives/tea)`);
    for (const page of [`${address}/archives/tea`, '/guide/docent/archives/tea', '/archives/tea']) {
      const reply = await ask(`${publicPrefix}/related?page=${encodeURIComponent(page)}`);
      expect([page, reply.json().articles[0]?.url]).toEqual([page, '/guide/docent/archives/water']);
    }
  });

  test('the pictures of pets are asked for below it', async () => {
    const { presets } = (await ask(`${consolePrefix}/pets/presets`, asAdmin)).json();
    const { masterUrl } = presets[0];
    expect(masterUrl).toMatch(/^\/guide\/docent\/pet-skins\//);
    expect((await ask(masterUrl.slice('/guide/docent'.length))).statusCode).toBe(200);
  });

  test('an administrator comes in and goes out', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const { url, headers } = to('/console/login');
    const signIn = (next: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { ...headers, ...form },
        payload: new URLSearchParams({ password: 'test-password', next }).toString(),
      });
    expect((await signIn('')).headers.location).toBe('/guide/docent/console/');
    const to2 = await signIn('/guide/docent/console/models');
    expect(to2.headers.location).toBe('/guide/docent/console/models');
    const [cookie = '', ...facts] = [to2.headers['set-cookie']].flat().join().split('; ');
    expect(cookie).toMatch(/^__Secure-docent_session=/);
    expect(facts).toEqual(expect.arrayContaining(['Path=/guide/docent', 'HttpOnly', 'Secure']));
    const others = `__Host-docent_session=of-another; ${cookie}`;
    expect((await ask(`${consolePrefix}/system/info`, { cookie: others })).statusCode).toBe(200);
    expect((await ask(`${consolePrefix}/system/info`, { cookie })).statusCode).toBe(200);
    const save = (origin: string) => post(`${consolePrefix}/config/save`, {}, { cookie, origin });
    expect((await save('https://tea.example')).statusCode).toBe(200);
    expect((await save('https://other.example')).statusCode).toBe(403);
  });

  test.skipIf(!existsSync(consoleFiles().directory))('the console loads its files from there', async () => {
    expect((await ask('/console')).headers.location).toBe('/guide/docent/console/');
    const { body, headers } = await ask('/console/knowledge');
    expect(headers).toMatchObject(consoleFiles().pageHeaders);
    expect(body).toContain('data-path="/guide/docent/console/"');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(file).toMatch(/^\/guide\/docent\/console\//);
      expect([file, (await ask(file.slice('/guide/docent'.length))).statusCode]).toEqual([file, 200]);
    }
  });
});

describe('PATH3: the prefix', () => {
  test('of somebody else counts for nothing, nor one that is no path', async () => {
    await using app = await createTestApp({ trustedProxies: ['10.0.0.0/8', '::1'] });
    const at = async (remoteAddress: string, prefix: string) =>
      (await app.inject({ url: '/console', remoteAddress, headers: { 'x-forwarded-prefix': prefix } }))
        .headers.location;
    if (!existsSync(consoleFiles().directory)) return;
    expect(await at('127.0.0.1', '/docent')).toBe('/console/');
    expect(await at('10.2.3.4', '/docent')).toBe('/docent/console/');
    expect(await at('::ffff:10.2.3.4', '/docent')).toBe('/docent/console/');
    for (const wrong of ['//evil.example', '/a b', 'docent', '/x"onload=', `/${'a'.repeat(300)}`, '/../x'])
      expect([wrong, await at('10.2.3.4', wrong)]).toEqual([wrong, '/console/']);
  });

  test('where another platform has the pages, their addresses stay its own', async () => {
    const host = createFakeHost([
      { id: 'tea', title: 'Tea', text: 'Green tea is brewed at eighty degrees for two minutes.' },
    ]);
    await using app = await createTestApp({
      basePath: '/docent',
      publicOrigin: 'https://tea.example',
      models: models(),
      host: { ...host, describe: () => ({ ...host.describe(), siteOrigin: 'https://tea.example' }) },
    });
    await app.start();
    const { citations } = (
      await app.inject({
        method: 'POST',
        url: `/docent${publicPrefix}/chat`,
        headers: { host: 'tea.example' },
        payload: { message: 'How is green tea brewed?' },
      })
    ).json();
    expect(citations[0].url).not.toContain('/docent');
  });

  test('stands before links in texts, also in those that arrive in pieces', async () => {
    const prefix = createPrefix({ isTrusted: () => true, hasPages: () => true });
    const text = 'From [Tea](/archives/tea#hot)[1], [x](/other/a) [y](//archives/b) ](/arch, a [2] ](';
    const whole = text.replace('(/archives', '(/d/archives');
    expect(prefix.placed({ reply: text }, '/d')).toEqual({ reply: whole });
    expect(prefix.unplaced({ reply: whole }, '/d')).toEqual({ reply: text });
    for (const size of [1, 2, 3, 7, 100]) {
      const pieces = async function* () {
        for (let at = 0; at < text.length; at += size) yield token(text.slice(at, at + size));
      };
      let sent = '';
      for await (const event of placedEvents(pieces(), prefix, '/d'))
        if (event.event === 'token') sent += event.data.content;
      expect([size, sent]).toEqual([size, whole]);
    }
  });

  test('changes addresses in tags alone, and none twice', () => {
    expect(placedPage('<p>see href="/a"</p><a class="x" href="/a?b=1">', '/d')).toBe(
      '<p>see href="/a"</p><a class="x" href="/d/a?b=1">',
    );
    const whole =
      '<a href="//cdn.example/x"><img src="https://x.example/"><form action="/d/login"><a href="#a">';
    expect(placedPage(whole, '/d')).toBe(whole);
  });
});

describe('PATH3: the setting', () => {
  test.each([
    ['https://x.example/docent', 'https://x.example', '/docent', '/console'],
    ['https://x.example/a/b/', 'https://x.example', '/a/b', '/console'],
    ['https://x.example', 'https://x.example', '', '/console'],
  ])('takes %s', (given, publicOrigin, basePath, consolePath) => {
    expect(readEnv({ DOCENT_PUBLIC_ORIGIN: given })).toMatchObject({ publicOrigin, basePath, consolePath });
  });

  test('the path of the console may be written as visitors see it', () => {
    const named = {
      DOCENT_PUBLIC_ORIGIN: 'https://x.example/docent',
      DOCENT_CONSOLE_PATH: '/docent/console',
    };
    expect(readEnv(named).consolePath).toBe('/console');
  });

  test.each(['https://x.example/apis', 'https://x.example/console/x', 'https://x.example/a%20b', 'ftp://x'])(
    'refuses %s',
    (given) => {
      expect(() => readEnv({ DOCENT_PUBLIC_ORIGIN: given })).toThrow('DOCENT_PUBLIC_ORIGIN');
    },
  );
});
