import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { dial, listen } from '../../../test/http/wire.ts';
import { createServer } from '../../http/server.ts';
import type { Host, SitePage } from '../../ports/host.ts';
import { sitePageRoutes } from './site-pages.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const pages: Readonly<Record<string, SitePage>> = {
  '/': { status: 200, contentType: 'text/html; charset=utf-8', body: '<h1>home</h1>' },
  '/archives/如何 开始': { status: 200, contentType: 'text/html; charset=utf-8', body: '<h1>start</h1>' },
  '/media/cat.svg': { status: 200, contentType: 'image/svg+xml', body: '<svg/>' },
  '/media/my\tcat\n.png': { status: 200, contentType: 'image/png', body: 'cat' },
  '/media/cat.png': {
    status: 200,
    contentType: 'image/png',
    body: new Uint8Array([137, 80]),
    cacheSeconds: 86_400,
  },
  '/old': { status: 301, contentType: 'text/plain', body: '', location: '/archives/new' },
  '/gone': { status: 404, contentType: 'text/html; charset=utf-8', body: '<h1>gone</h1>' },
};

const noTexts = {
  isOpen: async () => false,
  markdown: async () => undefined,
  answer: async () => undefined,
};

type PageOf = NonNullable<Host['page']>;

async function open(host: { readonly page?: PageOf } = { page: async (path) => pages[path] }) {
  const log = createTestLog();
  const server = await createServer({
    implementations: [sitePageRoutes({ host, pageTexts: noTexts })],
    identify: async () => ({ kind: 'anonymous' }),
    publicOrigin: 'https://docs.example',
    trustedProxies: [],
    log,
    checkReplies: true,
  });
  app = server;
  return server;
}

describe('the site', () => {
  test("pages are the host's, kept by tag, with a policy that lets nothing foreign in", async () => {
    const app = await open();
    const home = await app.inject('/');
    expect([home.statusCode, home.body]).toEqual([200, '<h1>home</h1>']);
    expect(home.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: 'accept, accept-language',
    });
    const policy = String(home.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('unsafe');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(home.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await app.inject({ method: 'HEAD', url: '/' });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '13', '']);
  });

  test('addresses are read as people write them', async () => {
    const app = await open();
    expect((await app.inject('/archives/%E5%A6%82%E4%BD%95%20%E5%BC%80%E5%A7%8B?x=1')).body).toBe(
      '<h1>start</h1>',
    );
  });

  test('media are kept as long as the host says; drawings run nothing', async () => {
    const app = await open();
    const picture = await app.inject('/media/cat.png');
    expect(picture.rawPayload).toEqual(Buffer.from([137, 80]));
    expect(picture.headers['cache-control']).toBe('public, max-age=86400');
    expect((await app.inject('/media/my%09cat%0A.png')).body).toBe('cat');
    const drawing = await app.inject('/media/cat.svg');
    expect(drawing.headers['content-security-policy']).toContain('sandbox');
  });

  test('HOST32: players get the part of a media file that they ask for, by its ETag', async () => {
    const body = Uint8Array.from({ length: 1_000 }, (_, at) => at % 251);
    const film: SitePage = { status: 200, contentType: 'video/mp4', body, cacheSeconds: 300 };
    const app = await open({ page: async (path) => (path === '/media/film.mp4' ? film : pages[path]) });
    const get = (headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: '/media/film.mp4', headers });
    const whole = await get();
    expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes']);
    const etag = String(whole.headers.etag);
    const part = await get({ range: 'bytes=10-19', 'if-range': etag });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(Buffer.from(body.subarray(10, 20)));
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 10-19/1000',
      'content-length': '10',
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=300',
      etag,
    });
    const beyond = await get({ range: 'bytes=1000-' });
    expect([beyond.statusCode, beyond.body, beyond.headers['content-range']]).toEqual([
      416,
      '',
      'bytes */1000',
    ]);
    const changed = await get({ range: 'bytes=10-19', 'if-range': '"older"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, 1_000]);
    expect((await get({ range: 'bytes=10-19', 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get({ range: 'bytes=10-19' }, 'HEAD')).statusCode).toBe(200);
    const page = await app.inject({ url: '/', headers: { range: 'bytes=0-1' } });
    expect([page.statusCode, page.headers['accept-ranges']]).toEqual([200, undefined]);
  });

  test("moved pages lead on, and the host's own page for what is missing is shown", async () => {
    const app = await open();
    const moved = await app.inject('/old');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/archives/new']);
    const gone = await app.inject('/gone');
    expect([gone.statusCode, gone.body, gone.headers['cache-control']]).toEqual([
      404,
      '<h1>gone</h1>',
      'no-store',
    ]);
  });

  test("the language is the address's, else the browser's", async () => {
    const page = vi.fn<PageOf>(async () => pages['/']);
    const app = await open({ page });
    const headers = { 'accept-language': 'zh-CN' };
    for (const url of ['/', '/?lang=en', '/?lang=fr', '/?lang=zh&lang=en'])
      await app.inject({ url, headers });
    expect(page.mock.calls.map(([, { language, origin }]) => `${language} ${origin}`)).toEqual([
      'zh https://docs.example',
      'en https://docs.example',
      'zh https://docs.example',
      'zh https://docs.example',
    ]);
  });

  test.each([
    ['/media/..%2f..%2fetc/passwd'],
    ['/media/%2e%2e/secret'],
    ['/media/..%5csecret'],
    ['/media/x%00.png'],
    ['/..'],
    [`${publicPrefix}/nowhere`],
  ])('the host is never asked for %s', async (path) => {
    const page = vi.fn<PageOf>(async () => pages['/']);
    const client = dial(
      await listen(await open({ page })),
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 404 /);
    expect(page).not.toHaveBeenCalled();
  });

  test('a missing page is a page for people, in their language, and JSON for programs', async () => {
    const app = await open();
    const person = await app.inject({
      url: '/nowhere',
      headers: { accept: 'text/html', 'accept-language': 'zh' },
    });
    expect([person.statusCode, person.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(person.body).toContain('页面不存在');
    const program = await app.inject('/nowhere');
    const write = await app.inject({ method: 'POST', url: '/nowhere' });
    for (const answer of [program, write]) {
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        expect.objectContaining({ error: 'There is nothing at this path', instance: '/nowhere' }),
      ]);
    }
  });

  test('pages of a host with its own server are 404, and the console stays guarded', async () => {
    const app = await open({});
    expect((await app.inject('/')).statusCode).toBe(404);
    expect((await app.inject(`${consolePrefix}/nowhere`)).statusCode).toBe(401);
  });
});
