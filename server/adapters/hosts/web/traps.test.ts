import { afterEach, describe, expect, test } from 'vitest';
import {
  articlePage,
  createWebSite,
  paragraph,
  sitemap,
  type WebSite,
} from '../../../../test/fakes/web-site.ts';
import { readerInProcess } from '../../../../test/fakes/page-reader.ts';
import { openSite } from '../../../../test/platforms/open-site.ts';
import type { Article } from '../../../ports/host.ts';
import { openSqlite } from '../../database/sqlite.ts';
import { createPageStore } from './store.ts';

let site: WebSite;
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

/** Reads a whole site of these pages; returns the articles by path. */
async function readSite(
  pages: (origin: string) => Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Article>> {
  site = await createWebSite();
  opened.push(site);
  for (const [path, page] of Object.entries(pages(site.origin))) site.pages.set(path, page);
  const host = await openSite(site.origin, { kind: 'web' }, { reader: readerInProcess });
  opened.push(host);
  const found = new Map<string, Article>();
  for await (const head of host.heads()) {
    const article = await host.article(head.id);
    if (article) found.set(head.url, article);
  }
  return found;
}

const links = (...paths: readonly string[]) =>
  `<html><head><title>A site</title></head><body><main>${paths.map((path) => `<h2><a href="${path}">${path}</a></h2>`).join('')}</main></body></html>`;

describe('HOST5: what is no article of its own', () => {
  test('further pages of a list, archives by date, term or author, and searches', async () => {
    const lists = [
      '/page/2',
      '/?paged=3',
      '/?s=tea',
      '/?cat=4',
      '/?tag=tea',
      '/?author=1',
      '/?m=202601',
      '/blog?page=2',
      '/2026/01/',
      '/2026/01/05',
      '/tag/tea/',
      '/category/drinks/page/3/',
      '/archives',
      '/archives/',
      '/tags/',
      '/author/ann/',
    ];
    // Every page looks like an article except for its address.
    const found = await readSite(() => ({
      '/': links(...lists, '/tea', '/archives/tea', '/2026/01/05/coffee', '/?p=12'),
      ...Object.fromEntries(lists.map((path) => [path, articlePage(`List ${path}`, paragraph(path))])),
      '/tea': articlePage('Tea', paragraph('tea')),
      '/archives/tea': articlePage('Tea of old', paragraph('old tea')),
      '/2026/01/05/coffee': articlePage('Coffee', paragraph('coffee')),
      '/?p=12': articlePage('Plain', paragraph('plain addresses')),
    }));
    expect([...found.keys()].toSorted()).toEqual(['/2026/01/05/coffee', '/?p=12', '/archives/tea', '/tea']);
  });

  test('of lists, those by date and further pages are followed where nothing names the pages', async () => {
    const list = (...paths: readonly string[]) =>
      `<html><head><title>Posts</title></head><body><main>${paths.map((path) => `<article><h2><a href="${path}">${path}</a></h2>${paragraph(path)}</article>`).join('')}</main></body></html>`;
    const found = await readSite(() => ({
      '/': links('/page/2', '/tag/tea', '/?s=tea'),
      '/page/2': list('/old', '/older', '/oldest', '/page/3'),
      '/page/3': list('/first', '/archives/', '/tag/coffee'),
      '/archives/': list('/lost'),
      ...Object.fromEntries(
        ['/old', '/older', '/oldest', '/first', '/lost'].map((path) => [
          path,
          articlePage(path, paragraph(path)),
        ]),
      ),
    }));
    expect([...found.keys()].toSorted()).toEqual(['/first', '/lost', '/old', '/older', '/oldest']);
    expect(site.asked.filter((path) => /tag|\?s=/.test(path))).toEqual([]);
  });

  test('an address with and without a slash at its end', async () => {
    const relative = `${paragraph('tea')}<p><a href="next">Next</a> <img src="cup.png" alt="A cup"></p>`;
    const found = await readSite(() => ({
      '/': links('/tea', '/tea/'),
      '/tea': articlePage('Tea', relative),
      '/tea/': articlePage('Tea', relative),
    }));
    expect([...found.values()].map(({ title }) => title)).toEqual(['Tea']);
  });

  test('one address in several spellings of its escapes', async () => {
    const page = articlePage('怎样泡茶', paragraph('龙井茶'));
    const path = encodeURI('/怎样泡茶/');
    const found = await readSite((origin) => ({
      '/robots.txt': `Sitemap: ${origin}/sitemap.xml`,
      '/sitemap.xml': sitemap(origin, { '/怎样泡茶/': '', [path.toLowerCase()]: '' }),
      '/': links(path.toLowerCase()),
      [path]: page,
      [path.toLowerCase()]: page,
    }));
    expect([...found.keys()]).toEqual([path]);
    expect(site.asked.filter((asked) => asked.toLowerCase() === path.toLowerCase())).toHaveLength(1);
  });

  test('a page that requires a login, whether its address says so or not', async () => {
    const form = '<form><input name="user"><input type="password"><button>Sign in</button></form>';
    const found = await readSite(() => ({
      '/': links('/members', '/tea'),
      '/members': articlePage(
        'Members',
        `<p>Please sign in to read on. ${'This is for members. '.repeat(5)}</p>${form}`,
      ),
      '/tea': articlePage('Tea', paragraph('tea')),
    }));
    expect([...found.keys()]).toEqual(['/tea']);
  });

  test('a check of a firewall in place of the pages', async () => {
    const check =
      '<html><head><title>Just a moment...</title></head><body><main><h1>site.example</h1><p>Checking if the site connection is secure. Enable JavaScript and cookies to continue. This takes a few seconds.</p></main></body></html>';
    const found = await readSite((origin) => ({
      '/robots.txt': `Sitemap: ${origin}/sitemap.xml`,
      '/sitemap.xml': sitemap(origin, { '/tea': '', '/coffee': '' }),
      '/tea': check,
      '/coffee': check,
    }));
    expect([...found.keys()]).toEqual([]);
  });
});

describe('HOST4: lists with traps', () => {
  test('robots.txt counts whatever type it is sent as', async () => {
    await using one = await createWebSite({
      '/robots.txt': (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('User-agent: *\nDisallow: /private/\n'),
      '/': links('/a', '/private/b'),
      '/a': articlePage('A', paragraph('apples')),
      '/private/b': articlePage('B', paragraph('bears')),
    });
    await using host = await openSite(one.origin, { kind: 'web' }, { reader: readerInProcess });
    const urls = async () => (await Array.fromAsync(host.heads())).map(({ url }) => url);
    await expect.poll(urls).toEqual(['/a']);
    expect(one.asked).not.toContain('/private/b');
  });

  test('a calendar without end does not take the place of articles', async () => {
    await using one = await createWebSite({ '/': links('/events?month=1') });
    one.missing = (request, response) => {
      const month = Number(/^\/events\?month=(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
      response.writeHead(month > 0 ? 200 : 404, { 'content-type': 'text/html' });
      const next = [1, 2, 3].map((step) => `/events?month=${month * 3 + step}`);
      response.end(month > 0 ? links(...next, `/article-${String.fromCharCode(96 + month)}`) : '');
    };
    one.pages.set('/article-a', articlePage('A', paragraph('apples')));
    const db = openSqlite(':memory:');
    opened.push({ [Symbol.asyncDispose]: () => db.close() });
    await using host = await openSite(
      one.origin,
      { kind: 'web', maxPages: 5_000 },
      { reader: readerInProcess, db },
    );
    const urls = async () => (await Array.fromAsync(host.heads())).map(({ url }) => url);
    await expect.poll(urls, { timeout: 30_000 }).toEqual(['/article-a']);
    await expect.poll(() => one.asked.length, { timeout: 30_000 }).toBeGreaterThan(200);
    // It comes to rest; a calendar that is followed would have further pages.
    const pages = createPageStore(db, `${new URL(one.origin).hostname}/`);
    const state = async () => ({
      articles: (await pages.counts()).article,
      due: (await pages.due(Date.now(), 1)).length,
    });
    await expect.poll(state, { timeout: 60_000 }).toEqual({ articles: 1, due: 0 });
    expect(one.asked.filter((path) => path.startsWith('/events')).length).toBeLessThan(220);
  });

  test('a sitemap names other languages and pictures beside its pages', async () => {
    const found = await readSite((origin) => ({
      '/robots.txt': `Sitemap: ${origin}/sitemap.xml`,
      '/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>${origin}/en/tea</loc><xhtml:link rel="alternate" hreflang="de" href="${origin}/de/tee"/><image:image><image:loc>${origin}/cup</image:loc></image:image></url><url><loc><![CDATA[${origin}/de/tee]]></loc></url></urlset>`,
      '/en/tea': articlePage('Tea', paragraph('tea')),
      '/de/tee': articlePage('Tee', paragraph('Tee')),
      '/cup': articlePage('A cup', paragraph('cups')),
    }));
    expect([...found.keys()].toSorted()).toEqual(['/de/tee', '/en/tea']);
  });

  test('links of a feed are relative to the feed', async () => {
    const found = await readSite(() => ({
      '/': `<html><head><title>A site</title><link rel="alternate" type="application/rss+xml" href="/blog/feed.xml"></head><body></body></html>`,
      '/blog/feed.xml':
        '<rss version="2.0"><channel><title>x</title><item><link>tea</link></item><item><link>/coffee</link></item></channel></rss>',
      '/blog/tea': articlePage('Tea', paragraph('tea')),
      '/coffee': articlePage('Coffee', paragraph('coffee')),
    }));
    expect([...found.keys()].toSorted()).toEqual(['/blog/tea', '/coffee']);
  });

  test('links of a page are relative to the base that it names', async () => {
    const base = '<base href="/docs/">';
    const found = await readSite(() => ({
      '/': `<html><head><title>A site</title>${base}</head><body><a href="tea">Tea</a></body></html>`,
      '/docs/tea': articlePage('Tea', `${paragraph('tea')}<p><a href="cup">A cup</a></p>`, base),
    }));
    expect(found.get('/docs/tea')?.body.text).toContain(`href="${site.origin}/docs/cup"`);
  });
});

describe('HOST5: what stands in an article and is none of it', () => {
  test('notices about cookies, wherever they stand', async () => {
    const notice = (mark: string) =>
      `<div ${mark}><p>We use cookies to improve your experience. By clicking Accept you agree to the use of all cookies.</p><button>Accept</button></div>`;
    const marks = [
      'id="onetrust-consent-sdk"',
      'id="CybotCookiebotDialog"',
      'class="cky-consent-container"',
      'class="cc-window cc-banner"',
      'id="cookie-notice"',
      'id="cookie-law-info-bar"',
      'class="cmplz-cookiebanner"',
      'class="js-cookie-consent cookie-consent"',
      'aria-label="Cookie consent" role="dialog"',
      'id="gdpr-banner"',
    ];
    const found = await readSite(() => ({
      '/': links(...marks.map((_, index) => `/tea-${index}`)),
      ...Object.fromEntries(
        marks.map((mark, index) => [
          `/tea-${index}`,
          index % 2 === 0
            ? articlePage(`Tea ${index}`, `${notice(mark)}${paragraph('tea')}`)
            : `<html><head><title>Tea ${index}</title></head><body>${notice(mark)}<h1>Tea ${index}</h1>${paragraph('tea').repeat(3)}</body></html>`,
        ]),
      ),
    }));
    expect(found.size).toBe(marks.length);
    const texts = [...found].map(([path, { body }]) => ({
      path,
      notice: body.text.includes('cookies'),
      text: body.text.includes('what to do when it does not work'),
    }));
    expect(texts).toEqual(texts.map(({ path }) => ({ path, notice: false, text: true })));
  });

  test('placeholders of pictures that load late give way to the pictures', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    const found = await readSite(() => ({
      '/': links('/tea'),
      '/tea': articlePage(
        'Tea',
        `${paragraph('tea')}<img src="${dot}" data-src="/cup.jpg" alt="A cup"><img data-original="/pot.jpg" alt="A pot"><img src="${dot}" alt="Steam"><noscript><img src="/cup.jpg" alt="A cup"></noscript>`,
      ),
    }));
    const { text } = found.get('/tea')?.body ?? { text: '' };
    expect(text).toContain(`<img src="${site.origin}/cup.jpg" alt="A cup">`);
    expect(text).toContain(`${site.origin}/pot.jpg`);
    expect(text).not.toContain('data:');
    expect(text.match(/A cup/g)).toHaveLength(1);
  });
});
