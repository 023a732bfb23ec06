import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../../../../test/fakes/listen.ts';
import { plainPng } from '../../../../../test/fakes/png.ts';
import { createSiteClient, type ClientOptions } from '../client.ts';
import { pictureReader, readPicture } from './read-picture.ts';

const { signal } = new AbortController();
const photo = plainPng(4, 4, [1, 2, 3, 255]);

test('WR20: a picture of the site is read, also at a private address; one of another address only where it is public', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/photo.png') return void response.end(photo);
    if (request.url === '/away.png')
      return void response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
    return void response.writeHead(404).end();
  });
  await using site = await listen(server);
  const read = (path: string, isOfSite: boolean, maxBytes = 1_000) =>
    readPicture(path.startsWith('/') ? site.origin + path : path, { maxBytes, isOfSite, signal });
  expect(Buffer.from(photo).equals(await read('/photo.png', true))).toBe(true);
  await expect(read('/none.png', true)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/404/),
  });
  await expect(read('/photo.png', true, 20)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/20 bytes/),
  });
  await expect(read('/away.png', true)).rejects.toMatchObject({ code: 'invalid' });
  const before = asked;
  await expect(read('/photo.png', false)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/private/),
  });
  await expect(read(site.origin.replace('127.0.0.1', 'localhost') + '/photo.png', false)).rejects.toThrow(
    /private/,
  );
  expect(asked).toBe(before);
  for (const address of [
    'ftp://a.example/x.png',
    'file:///etc/passwd',
    'http://u:p@a.example/x.png',
    'no address',
  ])
    await expect(read(address, true)).rejects.toMatchObject({ code: 'invalid' });
});

/**
 * A site of pictures and redirects. Names ending in `.test` stand for public hosts: their clients are told to keep from
 * private addresses like all others, and reach this machine in spite of it.
 */
async function pictureSites(answer: (host: string, path: string) => string | undefined) {
  const asked: { readonly host: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
  const clients: Pick<ClientOptions, 'site' | 'mayBePrivate'>[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    asked.push({ host, headers: request.headers });
    const location = answer(host.replace(/:\d+$/, ''), request.url ?? '');
    if (location === undefined) return void response.end(photo);
    return void response.writeHead(302, { location, 'set-cookie': 'session=1; Path=/' }).end('moved');
  });
  const site = await listen(server);
  const { port } = new URL(site.origin);
  const read = pictureReader((options) => {
    clients.push({ site: options.site, mayBePrivate: options.mayBePrivate });
    return createSiteClient({
      ...options,
      ...(options.site.hostname.endsWith('.test') && {
        mayBePrivate: true,
        resolve: ((_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
          done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
      }),
    });
  });
  return {
    asked,
    clients,
    port,
    read: (address: string, isOfSite = true) => read(address, { maxBytes: 1_000, isOfSite, signal }),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test('WR20: a redirect to another public host is followed, without cookies, and only the first may be private', async () => {
  await using sites = await pictureSites((host, path) =>
    host === 'blog.test' ? `http://cdn.test:${sites.port}${path}` : undefined,
  );
  const found = await sites.read(`http://blog.test:${sites.port}/heron.png`);
  expect(Buffer.from(photo).equals(found)).toBe(true);
  expect(sites.asked.map(({ host }) => host)).toEqual([`blog.test:${sites.port}`, `cdn.test:${sites.port}`]);
  expect(sites.asked[1]?.headers).not.toHaveProperty('cookie');
  expect(sites.clients.map(({ mayBePrivate }) => mayBePrivate)).toEqual([true, false]);
});

test.each([
  ['the machine itself', () => 'http://127.0.0.1:1/secret', /private/],
  ['its name', () => 'http://localhost:18999/secret', /private/],
  ['the data of a cloud', () => 'http://169.254.169.254/latest/meta-data/', /private/],
  ['IPv6', () => 'http://[::1]:1/secret', /private/],
  ['an address in hexadecimal', () => 'http://0x7f000001:1/', /private/],
  ['a file', () => 'file:///etc/passwd', /http/],
  ['another scheme', () => 'gopher://127.0.0.1:1/x', /http/],
  ['a host with a password', () => 'http://name:word@cdn.test/x.png', /http/],
])('WR20: a redirect to %s is refused', async (_what, target, reason) => {
  await using sites = await pictureSites((host) => (host === 'blog.test' ? target() : undefined));
  const refused = sites.read(`http://blog.test:${sites.port}/heron.png`);
  await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringMatching(reason) });
  expect(sites.asked).toHaveLength(1);
});

test('WR20: a chain that comes to a private address in the end, or has no end, is refused', async () => {
  await using sites = await pictureSites((host, path) => {
    if (path === '/round') return `http://${host === 'a.test' ? 'b' : 'a'}.test:${sites.port}/round`;
    return host === 'a.test' ? `http://b.test:${sites.port}/in` : `http://127.0.0.1:${sites.port}/in`;
  });
  await expect(sites.read(`http://a.test:${sites.port}/in`)).rejects.toThrow(/private/);
  expect(sites.asked.map(({ host }) => host.slice(0, 6))).toEqual(['a.test', 'b.test']);
  await expect(sites.read(`http://a.test:${sites.port}/round`)).rejects.toMatchObject({ code: 'invalid' });
  expect(sites.asked.length).toBeLessThan(9);
});

test.each([
  ['another host', 302, 'https://blog.test/heron.png'],
  // The client itself has followed what stays on the site.
  ['the same host', 200, 'http://blog.test/heron.png'],
  ['another host by way of the same one', 302, 'http://blog.test/heron.png'],
])('WR20: a picture that is redirected from https to http on %s is refused', async (_where, status, url) => {
  const asked: string[] = [];
  const read = pictureReader(({ site }) => ({
    ...createSiteClient({ site, parallel: 1, userAgent: 'Docent-Test' }),
    request: async () => {
      asked.push(site.href);
      const headers = new Headers({ location: 'http://cdn.test/heron.png' });
      return { status, url: new URL(url), headers, bytes: photo, text: () => '' };
    },
  }));
  const refused = read('https://blog.test/heron.png', { maxBytes: 1_000, isOfSite: true, signal });
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/https to http/),
  });
  expect(asked).toEqual(['https://blog.test/heron.png']);
});
