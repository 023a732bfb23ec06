import { describe, expect, test } from 'vitest';
import { articlePage, createWebSite, paragraph, type SitePage } from '../fakes/web-site.ts';
import { openSite } from '../platforms/open-site.ts';

const json =
  (status: number, body: unknown): SitePage =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const front = (head: string): string => articlePage('Welcome', paragraph('the site'), head);

describe('HOST1: a platform that shows itself but keeps its interface closed is read like any other site', () => {
  test.each([
    [
      'WordPress',
      '<link rel="https://api.w.org/" href="/wp-json/">',
      '/wp-json/wp/v2/posts?per_page=1&_fields=id',
    ],
    [
      'Ghost',
      `<script data-ghost="x" data-key="${'a'.repeat(26)}"></script>`,
      `/ghost/api/content/posts/?key=${'a'.repeat(26)}&limit=1&fields=id`,
    ],
    [
      'Halo',
      '<meta name="generator" content="Halo 2.26.0">',
      '/apis/api.content.halo.run/v1alpha1/posts?page=1&size=1',
    ],
  ])('%s', async (_, head, probe) => {
    await using site = await createWebSite({ '/': front(head), [probe]: json(401, { code: 'closed' }) });
    await using host = await openSite(site.origin);
    expect(site.asked).toContain(probe);
    expect(host.describe().kind).toBe('web');
    expect((await Array.fromAsync(host.heads())).map(({ title }) => title)).toEqual(['Welcome']);
  });

  test('a site whose interface answers with a page is no platform', async () => {
    const head = '<meta name="generator" content="WordPress 6.1">';
    await using site = await createWebSite({ '/': front(head) });
    site.missing = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    await using host = await openSite(site.origin);
    expect(host.describe().kind).toBe('web');
  });
});

test('HOST10: an interface that is closed later is reported, and its list fails instead of coming up empty', async () => {
  const post = {
    id: 1,
    link: '/one/',
    title: { rendered: 'One' },
    content: { rendered: '<p>Text</p>', protected: false },
    excerpt: { rendered: '' },
    date_gmt: '2026-01-01T00:00:00',
    modified_gmt: '2026-01-01T00:00:00',
  };
  let isClosed = false;
  await using site = await createWebSite({ '/': front('<link rel="https://api.w.org/" href="/wp-json/">') });
  site.missing = (request, response) => {
    const type = { 'content-type': 'application/json' };
    if (isClosed) return void response.writeHead(401, type).end('{"code":"rest_login_required"}');
    const posts = request.url?.includes('/posts') ? [post] : [];
    return void response
      .writeHead(200, { ...type, 'x-wp-total': String(posts.length), 'x-wp-totalpages': '1' })
      .end(JSON.stringify(posts));
  };
  let now = Date.now();
  await using host = await openSite(site.origin, {}, { clock: { now: () => now } });
  expect((await Array.fromAsync(host.heads())).map(({ title }) => title)).toEqual(['One']);
  isClosed = true;
  now += 60_000;
  await expect(Array.fromAsync(host.heads())).rejects.toMatchObject({ code: 'forbidden' });
  expect(await host.health()).toMatchObject({
    ok: false,
    reason: {
      text: expect.stringMatching(
        /^The site answers 401: its interface is closed, or the credentials of the settings are not right\. /,
      ),
      explanation: { code: 'site_closed' },
    },
  });
});

describe('HOST1: a platform in a folder of its host is found and read there', () => {
  test('WordPress', async () => {
    const post = {
      id: 7,
      link: '/blog/tea/',
      title: { rendered: 'Tea' },
      content: { rendered: '<p>Tea wants hot water.</p>', protected: false },
      excerpt: { rendered: '' },
      date_gmt: '2026-01-01T00:00:00',
      modified_gmt: '2026-01-01T00:00:00',
    };
    await using site = await createWebSite({
      '/blog/': front('<link rel="https://api.w.org/" href="/blog/wp-json/">'),
    });
    site.missing = (request, response) => {
      const kind = /^\/blog\/wp-json\/wp\/v2\/(posts|pages)\?/.exec(request.url ?? '')?.[1];
      const found = kind === 'posts' ? [post] : [];
      const headers = { 'content-type': 'application/json', 'x-wp-total': String(found.length) };
      response.writeHead(kind === undefined ? 404 : 200, headers).end(JSON.stringify(found));
    };
    await using host = await openSite(`${site.origin}/blog`);
    expect(host.describe().kind).toBe('wordpress');
    const [head] = await Array.fromAsync(host.heads());
    expect(head).toMatchObject({ title: 'Tea', url: '/blog/tea/' });
    expect((await host.article(head?.id ?? ''))?.body.text).toContain('hot water');
    expect(site.asked.filter((path) => !path.startsWith('/blog/'))).toEqual([]);
  });

  test('Ghost', async () => {
    const key = 'a'.repeat(26);
    const id = 'b'.repeat(24);
    const post = {
      id,
      title: 'Tea',
      url: '/blog/tea/',
      html: '<p>Tea wants hot water.</p>',
      visibility: 'public',
    };
    await using site = await createWebSite({
      '/blog/': front(`<script data-ghost="x" data-key="${key}"></script>`),
    });
    site.missing = (request, response) => {
      const kind = /^\/blog\/ghost\/api\/content\/(posts|pages)\//.exec(request.url ?? '')?.[1];
      const found = kind === 'posts' ? [post] : [];
      const meta = { pagination: { pages: 1, total: found.length } };
      response
        .writeHead(kind === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ [kind ?? 'errors']: found, meta }));
    };
    await using host = await openSite(`${site.origin}/blog/`);
    expect(host.describe().kind).toBe('ghost');
    const [head] = await Array.fromAsync(host.heads());
    expect(head).toMatchObject({ id, title: 'Tea', url: '/blog/tea/' });
    expect((await host.article(id))?.body.text).toContain('hot water');
  });
});
