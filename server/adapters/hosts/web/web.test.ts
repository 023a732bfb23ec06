import { inEnglish } from '../../../kit/explained.ts';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestLog } from '../../../../test/fakes/log.ts';
import {
  articlePage,
  createWebSite,
  paragraph,
  sitemap,
  type WebSite,
} from '../../../../test/fakes/web-site.ts';
import { readerInProcess } from '../../../../test/fakes/page-reader.ts';
import type { Database } from '../../../kit/database.ts';
import type { Article, Host } from '../../../ports/host.ts';
import { openSqlite } from '../../database/sqlite.ts';
import { createSiteClient } from '../remote/client.ts';
import { createWebHost, type WebHostDeps } from './web.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const siteOf = async (pages: Parameters<typeof createWebSite>[0] = {}): Promise<WebSite> => {
  const site = await createWebSite(pages);
  opened.push(site);
  return site;
};

const hostOf = async (
  site: WebSite,
  more: Partial<WebHostDeps> & { readonly path?: string } = {},
): Promise<Host> => {
  const db = more.db ?? openSqlite(':memory:');
  const client = createSiteClient({
    site: new URL(more.path ?? '/', site.origin),
    parallel: more.parallel ?? 2,
    userAgent: 'Docent-Test',
  });
  const host = await createWebHost({
    client,
    db,
    clock: { now: Date.now },
    log: createTestLog(),
    instanceId: 'test',
    parallel: 2,
    maxPages: 500,
    include: [],
    exclude: [],
    hintSecret: undefined,
    pollMs: 100,
    reader: readerInProcess,
    ...more,
  });
  opened.push({
    async [Symbol.asyncDispose]() {
      await host.close();
      if (!more.db) await db.close();
    },
  });
  return host;
};

const titles = async (host: Host): Promise<string[]> =>
  (await Array.fromAsync(host.heads())).map(({ title }) => title).toSorted();

const articleAt = async (host: Host, path: string): Promise<Article | undefined> => {
  const head = (await Array.fromAsync(host.heads())).find(({ url }) => url === path);
  return head && host.article(head.id);
};

/** A site of two articles, and the database of a host that has read both and was closed. */
async function readBefore() {
  const site = await siteOf();
  site.pages
    .set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml`)
    .set('/sitemap.xml', sitemap(site.origin, { '/a': '2026-01-01', '/b': '2026-01-01' }))
    .set('/', articlePage('Welcome', 'x'))
    .set('/a', articlePage('A', paragraph('apples')))
    .set('/b', articlePage('B', paragraph('bears')));
  const db: Database = openSqlite(':memory:');
  opened.push({ [Symbol.asyncDispose]: () => db.close() });
  const first = await hostOf(site, { db });
  expect(await titles(first)).toEqual(['A', 'B']);
  await first.close();
  return { site, db };
}

describe('HOST4: which pages a site has', () => {
  test('is found in the sitemap that robots.txt names, gzipped and behind an index', async () => {
    const site = await siteOf();
    const { origin } = site;
    site.pages
      .set('/robots.txt', `User-agent: *\nDisallow: /private\nSitemap: ${origin}/maps.xml\n`)
      .set('/maps.xml', `<sitemapindex><sitemap><loc>${origin}/one.xml.gz</loc></sitemap></sitemapindex>`)
      .set(
        '/one.xml.gz',
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/gzip' })
            .end(gzipSync(sitemap(origin, { '/a': '2026-01-02', '/private/b': '', '/tag/x': '' }))),
      )
      .set('/', articlePage('Welcome', '<p>Hello</p>'))
      .set('/a', articlePage('Article A', paragraph('apples')))
      .set('/private/b', articlePage('Secret', paragraph('secrets')))
      .set('/tag/x', articlePage('Tag', paragraph('tags')));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['Article A']);
    expect(site.asked).not.toContain('/private/b');
    expect(site.asked).not.toContain('/tag/x');
  });

  test('is found by a feed and by links where there is no sitemap', async () => {
    const site = await siteOf();
    site.pages
      .set(
        '/',
        articlePage(
          'Welcome',
          `${paragraph('the site')}<a href="/linked">more</a><a href="https://example.org/x">away</a>`,
          '<link rel="alternate" type="application/rss+xml" href="/my-feed">',
        ),
      )
      .set(
        '/my-feed',
        `<rss version="2.0"><channel><title>F</title><item><title>x</title><link>${site.origin}/fed</link></item></channel></rss>`,
      )
      .set('/fed', articlePage('From the feed', paragraph('feeds')))
      .set('/linked', articlePage('From a link', `${paragraph('links')}<a href="/deeper">on</a>`))
      .set('/deeper', articlePage('Deeper', paragraph('depth')));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['Deeper', 'From a link', 'From the feed', 'Welcome']);
  });

  test('holds the further pages of an article that WordPress has cut', async () => {
    const site = await siteOf();
    const onward = '<a class="post-page-numbers" href="/a/2/">2</a><a href="/other">other</a>';
    site.pages
      .set('/sitemap.xml', sitemap(site.origin, { '/a/': '' }))
      .set('/', articlePage('Welcome', '<p>Hello</p>'))
      .set('/a/', articlePage('Bread', paragraph('kneading') + onward))
      .set('/a/2/', articlePage('Bread, page 2', paragraph('baking')))
      .set('/other', articlePage('Other', paragraph('others')));
    expect(await titles(await hostOf(site))).toEqual(['Bread', 'Bread, page 2']);
  });

  test('is found in a sitemap and robots.txt that were made for another address', async () => {
    const site = await siteOf();
    const elsewhere = 'https://example.org';
    const index = `<sitemapindex><sitemap><loc>${elsewhere}/posts.xml</loc></sitemap></sitemapindex>`;
    site.pages
      .set('/robots.txt', `Sitemap: ${elsewhere}/lists/all.xml`)
      .set('/lists/all.xml', index)
      .set('/posts.xml', sitemap(elsewhere, { '/a': '', '/b': '' }))
      .set('/', articlePage('Welcome', '<p>Hello</p>'))
      .set('/a', articlePage('Article A', paragraph('apples')))
      .set('/b', articlePage('Article B', paragraph('berries')));
    expect(await titles(await hostOf(site))).toEqual(['Article A', 'Article B']);
  });

  test('is found by links too where a sitemap of another address may be that of another site', async () => {
    const site = await siteOf();
    site.pages
      .set('/sitemap.xml', sitemap('https://example.org', { '/of-the-other-site': '' }))
      .set('/', articlePage('Welcome', `${paragraph('the site')}<a href="/a">a</a>`))
      .set('/a', articlePage('Article A', paragraph('apples')));
    expect(await titles(await hostOf(site))).toEqual(['Article A', 'Welcome']);
  });

  test('is not found in a sitemap of other sites', async () => {
    const site = await siteOf();
    const of = (origin: string) => `<url><loc>${origin}/a</loc></url>`;
    site.pages
      .set('/sitemap.xml', `<urlset>${of('https://example.org')}${of('https://example.com')}</urlset>`)
      .set('/', articlePage('Welcome', paragraph('the site')))
      .set('/a', articlePage('Article A', paragraph('apples')));
    expect(await titles(await hostOf(site))).toEqual(['Welcome']);
  });

  test('is bounded by the number of pages and the patterns of the operator', async () => {
    const site = await siteOf();
    const links = Array.from({ length: 50 }, (_, index) => `<a href="/p${index}">x</a>`).join('');
    site.pages.set('/', articlePage('Welcome', paragraph('the site') + links));
    for (let index = 0; index < 50; index++)
      site.pages.set(`/p${index}`, articlePage(`Page ${index}`, paragraph(`number ${index}`)));
    const host = await hostOf(site, { maxPages: 10, exclude: ['/p1*'] });
    const found = await titles(host);
    expect(found.length).toBeLessThanOrEqual(10);
    expect(found.filter((title) => title.startsWith('Page 1'))).toEqual([]);
    expect(site.widest).toBeLessThanOrEqual(2);
  });

  test('a folder of a host is a site of its own', async () => {
    const site = await siteOf();
    site.pages
      .set(
        '/blog/',
        articlePage('Blog', `${paragraph('the blog')}<a href="/blog/a">a</a><a href="/shop">shop</a>`),
      )
      .set('/blog/a', articlePage('A', paragraph('apples')))
      .set('/shop', articlePage('Shop', paragraph('shops')));
    const host = await hostOf(site, { path: '/blog/' });
    expect(await titles(host)).toEqual(['A', 'Blog']);
  });
});

describe('HOST5: which pages are articles', () => {
  test('pages that are not for everybody, say no, or say nothing are left out, each with its reason', async () => {
    const site = await siteOf();
    const links = [
      'no',
      'header',
      'paid',
      'password',
      'login',
      'empty',
      'list',
      'pdf',
      'forbidden',
      'moved',
      'copy',
      'fine',
    ];
    const say = (status: number, headers: Record<string, string>, body: string) =>
      ((_: unknown, response: { writeHead(s: number, h: object): { end(b: string): void } }) =>
        response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)) as never;
    site.pages
      .set('/', articlePage('Welcome', links.map((name) => `<a href="/${name}">x</a>`).join('')))
      .set('/no', articlePage('No', paragraph('no'), '<meta name="robots" content="noindex, follow">'))
      .set('/header', say(200, { 'x-robots-tag': 'noindex' }, articlePage('Header', paragraph('headers'))))
      .set(
        '/paid',
        articlePage(
          'Paid',
          paragraph('money'),
          '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
        ),
      )
      .set(
        '/password',
        articlePage(
          'Password',
          `<form class="post-password-form"><input type="password"></form>${paragraph('x')}`,
        ),
      )
      .set('/login', say(302, { location: '/signin' }, ''))
      .set('/signin', articlePage('Sign in', '<form><input type="password"></form>'))
      .set('/empty', articlePage('Empty', ''))
      .set(
        '/list',
        articlePage(
          'List',
          ['a', 'b', 'c', 'd']
            .map((one) => `<article><h2><a href="/${one}">Teaser ${one}</a></h2>${paragraph(one)}</article>`)
            .join(''),
        ).replace('class="post-content"', ''),
      )
      .set('/pdf', say(200, { 'content-type': 'application/pdf' }, '%PDF'))
      .set('/forbidden', say(403, {}, 'no'))
      .set('/moved', say(301, { location: '/fine' }, ''))
      .set(
        '/copy',
        articlePage('Fine', paragraph('fine things'), `<link rel="canonical" href="${site.origin}/fine">`),
      )
      .set('/fine', articlePage('Fine', paragraph('fine things')));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['Fine']);
    expect(inEnglish((await host.health()).reason)).toMatch(/^Left out: /);
  });

  test('the front page of a blog is a list, however few articles it shows; one that has a text of its own is none', async () => {
    const site = await siteOf();
    const shown = `<article><h2><a href="/a">A</a></h2>${paragraph('apples')}</article>`;
    site.pages
      .set('/', `<html><head><title>Blog</title></head><body><main>${shown}</main></body></html>`)
      .set('/a', articlePage('A', paragraph('apples')));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['A']);
    const other = await siteOf();
    other.pages.set('/', articlePage('Guide', `<h2><a href="#one">One</a></h2>${paragraph('guides')}`));
    expect(await titles(await hostOf(other))).toEqual(['Guide']);
  });

  test('a site that answers 200 for missing pages publishes none of them', async () => {
    const site = await siteOf();
    site.missing = (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(articlePage('Oops', `${paragraph('nothing at all')}<p>${request.url}</p>`));
    site.pages
      .set('/', articlePage('Welcome', `${paragraph('the site')}<a href="/a">a</a><a href="/gone">b</a>`))
      .set('/a', articlePage('A', paragraph('apples')));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['A', 'Welcome']);
  });

  test('metadata of the page is read: title, dates, tags, language, canonical address', async () => {
    const site = await siteOf();
    site.pages
      .set('/', articlePage('Welcome', '<a href="/a">a</a><a href="/b">b</a>'))
      .set(
        '/b',
        articlePage(
          'Water',
          paragraph('water'),
          '<meta property="article:published_time" content="2026-03-02T09:00:00Z"><meta property="article:modified_time" content="2026-03-02">',
        ),
      )
      .set(
        '/a',
        articlePage(
          'Tea & coffee',
          `<h2 id="brew">Brewing</h2>${paragraph('tea')}<p><a href="other?x=1">other</a></p>`,
          `<meta property="article:published_time" content="2026-03-01T08:00:00+01:00"><meta property="article:modified_time" content="2026-03-02"><meta property="article:tag" content="Drinks"><meta name="description" content="About tea.">`,
        ),
      );
    const host = await hostOf(site);
    const article = await articleAt(host, '/a');
    expect(article).toMatchObject({
      title: 'Tea & coffee',
      publishedAt: '2026-03-01T07:00:00.000Z',
      modifiedAt: '2026-03-02T00:00:00.000Z',
      tags: [{ name: 'Drinks', slug: 'drinks' }],
      excerpt: 'About tea.',
      visibility: 'public',
      body: { format: 'html' },
    });
    expect((await articleAt(host, '/b'))?.modifiedAt).toBe('2026-03-02T09:00:00.000Z');
    expect(article?.body.text).toContain('<h2 id="brew">Brewing</h2>');
    expect(article?.body.text).toContain(`href="${site.origin}/other?x=1"`);
    expect(article?.body.text).not.toContain('Imprint');
  });
});

describe('HOST7: following a site', () => {
  test('a change, a deletion and a new page are noticed by asking politely', async () => {
    const site = await siteOf();
    const { origin } = site;
    const conditional: string[] = [];
    const page = (html: string, etag: string) =>
      ((
        request: { headers: Record<string, string>; url: string },
        response: { writeHead(s: number, h?: object): { end(b?: string): void } },
      ) => {
        if (request.headers['if-none-match'] === etag) {
          conditional.push(request.url);
          return response.writeHead(304).end();
        }
        return response.writeHead(200, { 'content-type': 'text/html', etag }).end(html);
      }) as never;
    site.pages
      .set('/robots.txt', `Sitemap: ${origin}/sitemap.xml`)
      .set('/sitemap.xml', sitemap(origin, { '/a': '2026-01-01', '/b': '2026-01-01' }))
      .set('/', articlePage('Welcome', 'x'))
      .set('/a', page(articlePage('A', paragraph('apples')), '"1"'))
      .set('/b', articlePage('B', paragraph('bears')));
    const host = await hostOf(site);
    const hint = vi.fn<() => void>();
    host.onChange(hint);
    expect(await titles(host)).toEqual(['A', 'B']);
    site.pages
      .set('/sitemap.xml', sitemap(origin, { '/a': '2026-01-02', '/c': '2026-01-03' }))
      .set('/a', page(articlePage('A anew', paragraph('apples')), '"2"'))
      .set('/c', articlePage('C', paragraph('cars')));
    site.pages.delete('/b');
    await vi.waitUntil(async () => (await titles(host)).join() === 'A anew,C', { timeout: 20_000 });
    await vi.waitFor(() => expect(hint).toHaveBeenCalled(), { timeout: 20_000 });
    const before = (await articleAt(host, '/a'))?.revision;
    site.pages.set('/sitemap.xml', sitemap(origin, { '/a': '2026-01-05', '/c': '2026-01-03' }));
    await vi.waitUntil(() => conditional.includes('/a'), { timeout: 20_000 });
    expect((await articleAt(host, '/a'))?.revision).toBe(before);
  });

  test('without any list of pages, the newest article and the lists that name new ones are looked at often', async () => {
    const site = await siteOf();
    const dated = (day: number, title = `Day ${day}`) =>
      articlePage(
        title,
        paragraph(`day ${day}`),
        `<meta property="article:published_time" content="2026-01-${String(day).padStart(2, '0')}">`,
      );
    const days = Array.from({ length: 28 }, (_, index) => index + 1);
    const blog = (...paths: readonly string[]) =>
      `<html><head><title>Blog</title></head><body><main>${paths.map((path) => `<article><h2><a href="${path}">x</a></h2>${paragraph(path)}</article>`).join('')}</main></body></html>`;
    site.pages.set('/', articlePage('Welcome', `${paragraph('the site')}<a href="/blog/">Blog</a>`));
    site.pages.set('/blog/', blog(...days.map((day) => `/day-${day}`)));
    for (const day of days) site.pages.set(`/day-${day}`, dated(day));
    const host = await hostOf(site);
    await expect.poll(() => titles(host)).toHaveLength(29);
    site.pages.set('/day-28', dated(28, 'Day 28, corrected'));
    site.pages.set('/news', articlePage('News', paragraph('news')));
    site.pages.set('/blog/', blog('/news', ...days.map((day) => `/day-${day}`)));
    await expect.poll(() => titles(host)).toEqual(expect.arrayContaining(['Day 28, corrected', 'News']));
    const asked = site.asked.filter((path) => path === '/day-1').length;
    expect(asked).toBe(1);
  });

  test('a restart fetches only what has changed', async () => {
    const { site, db } = await readBefore();
    site.asked.length = 0;
    site.pages
      .set('/sitemap.xml', sitemap(site.origin, { '/a': '2026-01-01', '/b': '2026-02-01' }))
      .set('/b', articlePage('B anew', paragraph('bears')));
    const second = await hostOf(site, { db });
    expect((await titles(second)).length).toBe(2);
    await vi.waitUntil(async () => (await titles(second)).includes('B anew'), { timeout: 20_000 });
    expect(site.asked).not.toContain('/a');
  });

  test('HOST7: a page that was put off by a clock which was ahead is visited after the next start', async () => {
    const site = await siteOf({ '/': articlePage('Welcome', paragraph('words')) });
    site.pages
      .set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml`)
      .set('/sitemap.xml', sitemap(site.origin, { '/a': '' }))
      .set('/a', articlePage('A', paragraph('apples')));
    const db: Database = openSqlite(':memory:');
    opened.push({ [Symbol.asyncDispose]: () => db.close() });
    const yearMs = 365 * 24 * 3_600_000;
    const first = await hostOf(site, { db, clock: { now: () => Date.now() + yearMs } });
    expect(await titles(first)).toContain('A');
    await first.close();
    site.pages.set('/a', articlePage('A anew', paragraph('apples')));
    const second = await hostOf(site, { db });
    await vi.waitUntil(async () => (await titles(second)).includes('A anew'), { timeout: 20_000 });
  });

  test('HOST13: pages that an earlier version has read are read again in turn after a start, once', async () => {
    const { site, db } = await readBefore();
    const changed = { html: 'as an earlier version found it', reader: 0, etag: '"1"' };
    await db.query
      .withTables<{ web_pages: typeof changed & { path: string } }>()
      .updateTable('web_pages')
      .set(changed)
      .where('path', '=', '/a')
      .execute();
    site.asked.length = 0;
    const second = await hostOf(site, { db });
    await vi.waitUntil(async () => (await articleAt(second, '/a'))?.body.text.includes('apples'), {
      timeout: 20_000,
    });
    await second.close();
    const third = await hostOf(site, { db });
    expect(await titles(third)).toEqual(['A', 'B']);
    expect(site.asked.filter((path) => path === '/a' || path === '/b')).toEqual(['/a']);
  });

  test('HOST10: a site that is away keeps its articles, says since when, and is followed again by itself', async () => {
    const site = await siteOf();
    let away = false;
    const answer = (html: string, type = 'text/html') =>
      ((
        _: unknown,
        response: { writeHead(s: number, h: object): { end(b: string): void }; destroy(): void },
      ) => {
        if (away) return response.destroy();
        return response.writeHead(200, { 'content-type': type }).end(html);
      }) as never;
    site.missing = answer('');
    site.pages
      .set('/robots.txt', answer(`Sitemap: ${site.origin}/sitemap.xml`, 'text/plain'))
      .set('/sitemap.xml', answer(sitemap(site.origin, { '/a': '2026-01-01' })))
      .set('/', answer(articlePage('Welcome', 'x')))
      .set('/a', answer(articlePage('A', paragraph('apples'))));
    const host = await hostOf(site);
    expect(await titles(host)).toEqual(['A']);
    away = true;
    await vi.waitUntil(async () => !(await host.health()).ok, { timeout: 20_000 });
    expect((await host.health()).since).toMatch(/Z$/);
    const readAt = host.lastRead?.() ?? 0;
    expect(readAt).toBeGreaterThan(0);
    expect(await titles(host)).toEqual(['A']);
    expect(host.lastRead?.()).toBe(readAt);
    expect(await titles(host)).toEqual(['A']);
    away = false;
    await vi.waitUntil(async () => (await host.health()).ok, { timeout: 20_000 });
    expect(host.lastRead?.()).toBeGreaterThan(readAt);
  });
});
