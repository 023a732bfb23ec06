import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { lookup } from 'node:dns';
import { afterEach, expect, test } from 'vitest';
import { isMissing } from '../../../../test/missing-tool.ts';
import { hasty } from '../../../../test/http/hasty.ts';
import { withPatience } from '../../../kit/waiting/patience.ts';
import { createWebSite, type SitePage, type WebSite } from '../../../../test/fakes/web-site.ts';
import { createSiteClient, type ClientOptions, type SiteClient } from './client.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

const open = async (
  pages: Readonly<Record<string, SitePage>>,
  more: Partial<ClientOptions> & { readonly host?: string } = {},
): Promise<{ readonly site: WebSite; readonly client: SiteClient }> => {
  const site = await createWebSite(pages);
  const url = new URL(site.origin);
  if (more.host !== undefined) url.hostname = more.host;
  const client = createSiteClient({ site: url, parallel: 2, userAgent: 'Docent-Test', ...more });
  opened.push(site, { [Symbol.asyncDispose]: () => client.close() });
  return { site, client };
};

const say =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = ''): SitePage =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** Fake DNS that returns the given addresses of a name in turn. */
const namesAs = (answers: Readonly<Record<string, readonly string[]>>): typeof lookup => {
  const asked = new Map<string, number>();
  const resolve = (
    name: string,
    _options: unknown,
    callback: (error: null, found: readonly { address: string; family: number }[]) => void,
  ) => {
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    const list = answers[name] ?? [];
    callback(null, [{ address: list[Math.min(count, list.length - 1)] ?? '127.0.0.1', family: 4 }]);
  };
  return resolve as unknown as typeof lookup;
};

test('DB14: a visitor does not wait for a site that takes the request and says nothing, nor for its turn', async () => {
  const { client } = await open({ '/still': () => undefined }, { parallel: 1 });
  const asked = () => withPatience(hasty(), () => client.request('/still'));
  for (const result of await Promise.allSettled([asked(), asked()]))
    expect(result).toMatchObject({ status: 'rejected', reason: { explanation: { code: 'site_slow' } } });
});

test('HOST6: a redirect to another site is refused, one within the site is followed', async () => {
  const { client } = await open({
    '/away': say(302, { location: 'https://other.example/' }),
    '/inside': say(302, { location: '/here' }),
    '/here': 'here',
  });
  await expect(client.request('/away')).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('other.example'),
  });
  const reply = await client.request('/inside');
  expect([reply.text(), reply.url.pathname]).toEqual(['here', '/here']);
});

test('HOST6, SRC14: a path that begins with two slashes names no other host, and an address of one is not asked', async () => {
  const { client, site } = await open(
    { '//a/b': 'doubled', '/a/b': 'plain' },
    { access: { user: 'anna', password: 'secret' } },
  );
  const other = await createWebSite({ '/a/b': 'elsewhere' });
  opened.push(other);
  const { host } = new URL(other.origin);
  for (const path of [`//${host}/a/b`, `/\\${host}/a/b`])
    expect((await client.request(path)).url.origin).toBe(site.origin);
  await expect(client.request(`${other.origin}/a/b`)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(host),
  });
  expect(other.asked).toEqual([]);
  // What the address gives as a path leads back to the page, wherever it is resolved.
  const path = client.address.pathOf(`${site.origin}//a/b?c#d`) ?? '';
  expect(path).toBe('/.//a/b?c');
  expect(new URL(path, site.origin).href).toBe(`${site.origin}//a/b?c`);
  expect((await client.request('//a/b')).text()).toBe('doubled');
});

test('HOST6: a redirect without end is given up', async () => {
  const { client, site } = await open({ '/loop': say(302, { location: '/loop' }) });
  await expect(client.request('/loop')).rejects.toMatchObject({ code: 'invalid' });
  expect(site.asked.length).toBeLessThan(10);
});

test('HOST6: a public name that turns to a private address later is refused', async () => {
  const { client } = await open(
    { '/a': 'a' },
    { host: 'blog.example', resolve: namesAs({ 'blog.example': ['93.184.216.34', '127.0.0.1'] }) },
  );
  // Nothing listens at the public address; it only has to come first.
  await client.request('/a', { limitMs: 500 }).catch(() => undefined);
  await expect(client.request('/a', { limitMs: 2_000 })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('private address'),
  });
});

test('HOST6: a site that is private itself is read', async () => {
  const { client } = await open(
    { '/a': 'inside' },
    { host: 'intranet.example', resolve: namesAs({ 'intranet.example': ['127.0.0.1'] }) },
  );
  expect((await client.request('/a')).text()).toBe('inside');
});

test('HOST7: responses that are too long are cut off, with or without a declared length, compressed or not', async () => {
  const { client } = await open({
    '/told': say(200, { 'content-length': '2000000000' }),
    '/endless': (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(64_000))) continue;
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    },
    '/bomb': say(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(20_000_000))),
  });
  for (const path of ['/told', '/endless', '/bomb'])
    await expect(client.request(path, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'invalid' });
});

test('HOST7: a requested pause is honoured, or the site counts as unavailable when it is too long', async () => {
  let asked = 0;
  const { client, site } = await open({
    '/busy': (_, response) => {
      asked++;
      if (asked === 1) return void response.writeHead(429, { 'retry-after': '1' }).end();
      return void response.writeHead(200).end('at last');
    },
    '/closed': say(503, { 'retry-after': '3600' }),
  });
  const begun = performance.now();
  expect((await client.request('/busy')).text()).toBe('at last');
  expect(performance.now() - begun).toBeGreaterThan(900);
  await expect(client.request('/closed')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('wait'),
  });
  expect(client.pace.restsForMs).toBeGreaterThan(60_000);
  // During the rest only requests on behalf of a person are sent.
  const before = site.asked.length;
  await expect(client.request('/busy', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  expect(site.asked.length).toBe(before);
});

test('HOST7: requests keep their number and their distance', async () => {
  const { client, site } = await open({ '/a': 'a' });
  await Promise.all(Array.from({ length: 12 }, () => client.request('/a')));
  expect(site.widest).toBeLessThanOrEqual(2);
  client.pace.keepApart(40);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => client.request('/a')));
  expect(performance.now() - begun).toBeGreaterThan(4 * 40 - 10);
});

test('credentials are not sent on from https to http, nor to another site', async () => {
  const { client, site } = await open({ '/a': say(302, { location: 'http://other.example/' }) });
  await expect(client.request('/a', { headers: { authorization: 'Basic x' } })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(site.asked).toEqual(['/a']);
});

test('HOST10: the reason of a failed connection is a plain sentence', async () => {
  const { client, site } = await open({ '/broken': (request) => void request.socket.destroy() });
  await expect(client.request('/broken')).rejects.toMatchObject({ code: 'unavailable' });
  await site[Symbol.asyncDispose]();
  opened.shift();
  await expect(client.request('/a')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The site refuses the connection',
  });
});

test('texts are read whatever charset the site claims', async () => {
  const gbk = Buffer.from([0xb2, 0xe8, 0xd2, 0xb6]);
  const { client } = await open({
    '/lie': say(200, { 'content-type': 'text/html; charset=iso-8859-1' }, '茶叶'),
    '/meta': say(
      200,
      { 'content-type': 'text/html' },
      Buffer.concat([Buffer.from('<meta charset="gbk">'), gbk]),
    ),
    '/header': say(200, { 'content-type': 'text/html; charset=gb18030' }, gbk),
    '/unknown': say(
      200,
      { 'content-type': 'text/html; charset=klingon' },
      Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    ),
  });
  const cut = Buffer.concat([
    Buffer.from('<meta charset="utf-8">渡轮每年四月到十月运行'),
    Buffer.from([0xe8, 0xba]),
  ]);
  const { client: other } = await open({
    '/cut': say(200, { 'content-type': 'text/html' }, cut),
    '/japanese': say(
      200,
      { 'content-type': 'text/html; charset=iso-2022-jp' },
      Buffer.from('\u001b$BF|K\\\u001b(B', 'latin1'),
    ),
  });
  // A description cut within a character does not spoil the page.
  expect((await other.request('/cut')).text()).toContain('渡轮每年四月到十月运行');
  expect((await other.request('/japanese')).text()).toBe('日本');
  expect((await client.request('/lie')).text()).toBe('茶叶');
  expect((await client.request('/meta')).text()).toContain('茶叶');
  expect((await client.request('/header')).text()).toBe('茶叶');
  expect((await client.request('/unknown')).text()).toBe('café');
});

const openssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(isMissing('a wrong certificate', openssl ? '' : 'openssl is not installed'))(
  'HOST10: a certificate that nobody has signed is told, and nothing is read',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${key} -out ${cert}`;
    expect(spawnSync('openssl', made.split(' ')).status).toBe(0);
    let asked = 0;
    const server = createSecureServer(
      { key: await readFile(key), cert: await readFile(cert) },
      (_, response) => {
        asked++;
        response.end('secret');
      },
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = createSiteClient({
      site: new URL(`https://localhost:${port}/`),
      parallel: 1,
      userAgent: 'Docent-Test',
    });
    try {
      await expect(client.request('/')).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The certificate of the site is not valid',
      });
      expect(asked).toBe(0);
    } finally {
      await client.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
