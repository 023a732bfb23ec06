import { afterEach, describe, expect, test } from 'vitest';
import { createCrawledSites, pushPages as push, titlesOf } from '../../../../test/fakes/crawled-sites.ts';
import {
  articlePage,
  paragraph,
  sitemap,
  type SitePage,
  type WebSite,
} from '../../../../test/fakes/web-site.ts';
import { createDatesAtOnce } from './crawl/dates-at-once.ts';
import { createDateTrust } from './crawl/date-trust.ts';
import { createShapes } from './crawl/shapes.ts';

const sites = createCrawledSites();
afterEach(sites.dispose);

const siteOf = async (pages: Readonly<Record<string, SitePage>>): Promise<WebSite> => {
  const site = await sites.site();
  for (const [path, page] of Object.entries(pages))
    site.pages.set(path, typeof page === 'string' ? page.replaceAll('ORIGIN', site.origin) : page);
  return site;
};
const article = (name: string) => articlePage(name, paragraph(name.toLowerCase()));
/** True when nothing was asked for since the last call. */
const settled = (site: WebSite) => {
  let before = -1;
  return () => before === (before = site.asked.length);
};
const times = (site: WebSite, path: string) => site.asked.filter((asked) => asked === path).length;

describe('HOST4: sitemaps with prefixes', () => {
  test.each(['ns0', 'sm', 'x-y'])('%s', async (prefix) => {
    const p = `${prefix}:`;
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/map.xml',
      '/map.xml': `<?xml version="1.0"?><${p}sitemapindex xmlns:${prefix}="http://www.sitemaps.org/schemas/sitemap/0.9"><${p}sitemap><${p}loc>ORIGIN/part.xml</${p}loc></${p}sitemap></${p}sitemapindex>`,
      '/part.xml': `<?xml version="1.0"?><${p}urlset xmlns:${prefix}="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><${p}url><${p}loc>ORIGIN/a</${p}loc><${p}lastmod>2026-01-01</${p}lastmod><image:image><image:loc>ORIGIN/picture</image:loc></image:image></${p}url></${p}urlset>`,
      '/': articlePage('Welcome', 'x'),
      '/a': article('Apples'),
      '/picture': article('Picture'),
    });
    await expect.poll(titlesOf(await sites.host(site))).toBe('Apples');
    expect(site.asked).not.toContain('/picture');
  });

  test('names of elements in capitals', async () => {
    const site = await siteOf({
      '/sitemap.xml': '<URLSET><URL><LOC>ORIGIN/a</LOC></URL></URLSET>',
      '/': articlePage('Welcome', 'x'),
      '/a': article('Apples'),
    });
    await expect.poll(titlesOf(await sites.host(site))).toBe('Apples');
  });

  test.each(['/sitemap.xml', '/news'])(
    'a feed named as the sitemap %s is a feed: links are followed too',
    async (path) => {
      const site = await siteOf({
        '/robots.txt': `Sitemap: ORIGIN${path}`,
        [path]:
          '<rss version="2.0"><channel><title>F</title><item><title>C</title><link>ORIGIN/c</link></item></channel></rss>',
        '/': articlePage('Welcome', '<a href="/b">B</a>'),
        '/b': article('Bears'),
        '/c': article('Cars'),
      });
      await expect.poll(titlesOf(await sites.host(site))).toBe('Bears,Cars');
    },
  );

  test.each(['', '<url><loc>ORIGIN/</loc></url>'])(
    'a sitemap that names nothing but “%s” is as good as none: feeds and links are read',
    async (entry) => {
      const site = await siteOf({
        '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry}</urlset>`,
        '/': articlePage('Welcome', '<a href="/b">B</a>'),
        '/b': article('Bears'),
        '/feed.xml':
          '<rss version="2.0"><channel><title>F</title><item><title>C</title><link>ORIGIN/c</link></item></channel></rss>',
        '/c': article('Cars'),
      });
      await expect.poll(titlesOf(await sites.host(site))).toBe('Bears,Cars');
    },
  );
});

describe('HOST4: pages without end', () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 86_400_000);
  const monthOf = (at: number) => new Date(Date.UTC(1950, at, 1));
  const calendars: Readonly<
    Record<string, { address: (at: number) => string; date: (at: number) => string }>
  > = {
    'days as a parameter': {
      address: (at) => `/court?day=${day(at).toISOString().slice(0, 10)}`,
      date: (at) => day(at).toISOString().slice(0, 10),
    },
    'months in words': {
      address: (at) => `/plan/${2000 + at}/`,
      date: (at) => day(at * 31).toLocaleDateString('en', { dateStyle: 'full', timeZone: 'UTC' }),
    },
    'months in addresses': {
      address: (at) =>
        `/events/${monthOf(at).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase()}-${monthOf(at).getUTCFullYear()}`,
      date: (at) => monthOf(at).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    },
    'archives of days': {
      address: (at) => `/cal/${day(at).toISOString().slice(0, 10).replaceAll('-', '/')}`,
      date: (at) => `${day(at).toISOString().slice(0, 10)} (slot x${at}y7z)`,
    },
    'Chinese days': {
      address: (at) => `/rooms?from=${20_000 + at}`,
      date: (at) => day(at).toLocaleDateString('zh-CN', { dateStyle: 'full', timeZone: 'UTC' }),
    },
  };
  test('shapes: tokens, filters and lists that lead nowhere end, texts and links of their own do not', () => {
    const shapesAfter = (see: (shapes: ReturnType<typeof createShapes>, at: number) => void, pages = 60) => {
      const shapes = createShapes(() => {});
      for (let at = 0; at < pages; at++) see(shapes, at);
      return shapes;
    };
    const token = (at: number) => `${at}x${((at * 2654435761) >>> 0).toString(36)}q9`;
    const sessions = shapesAfter((shapes, at) => shapes.saw(`/(S(${token(at)}))/a`, true, 'same'));
    expect(sessions.isFruitless(`/(S(${token(99)}))/a`, false)).toBe(true);
    const filters = ['color', 'size', 'sort', 'brand'];
    const shop = shapesAfter((shapes, at) =>
      shapes.saw(
        `/shop?${filters.filter((_, bit) => (at >> bit) % 2 === 1).join('=1&')}=${at}`,
        false,
        'same',
      ),
    );
    expect(shop.isFruitless('/shop?color=3&more=4', false)).toBe(true);
    const days = shapesAfter((shapes, at) => shapes.ledTo(`/2026/05/${10 + at}/`, 0));
    expect(days.isFruitless('/2027/01/02/', true)).toBe(true);
    const months = shapesAfter((shapes, at) => shapes.ledTo(`/20${10 + at}/05/`, at % 30 === 29 ? 1 : 0));
    expect(months.isFruitless('/2027/01/', true)).toBe(false);
    const events = shapesAfter((shapes, at) => shapes.saw(`/agenda/${at}`, true, `event ${at % 21}`), 90);
    expect(events.isFruitless('/agenda/999', false)).toBe(true);
    const posts = shapesAfter(
      (shapes, at) => shapes.saw(`/post/${at}`, true, at % 3 ? `post ${at}` : 'notice'),
      300,
    );
    expect(posts.isFruitless('/post/999', false)).toBe(false);
  });

  test('shapes: names that come again and again in an address are one', () => {
    const shapes = createShapes(() => {});
    for (let at = 3; at < 63; at++) shapes.saw(`/docs${'/img/more'.repeat(at)}/a/`, true, 'same');
    expect(shapes.isFruitless(`/docs${'/img/more'.repeat(99)}/a/`, false)).toBe(true);
    expect(shapes.isFruitless('/docs/img/more/a/', false)).toBe(false);
    expect(shapes.isFruitless('/docs/other/', false)).toBe(false);
  });

  test('relative links that lead ever deeper', async () => {
    const site = await siteOf({
      '/': articlePage('Welcome', '<a href="/r/">R</a> <a href="/b">B</a>'),
      '/b': article('Bears'),
    });
    site.missing = (request, response) =>
      /^\/r(\/x)*\/$/.test(request.url ?? '')
        ? response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(articlePage('Folder', `${paragraph('folders')}<a href="x/">in</a>`))
        : response.writeHead(404).end();
    const host = await sites.host(site);
    await expect.poll(titlesOf(host), { timeout: 20_000 }).toContain('Bears');
    await expect.poll(() => site.asked.length, { timeout: 20_000 }).toBeGreaterThan(40);
    await expect.poll(settled(site), { timeout: 20_000, interval: 700 }).toBe(true);
    expect(site.asked.length).toBeLessThanOrEqual(250);
  });

  test.each(Object.entries(calendars))('%s', async (_, { address, date }) => {
    const site = await siteOf({
      '/': articlePage('Welcome', `<a href="${address(500)}">Today</a> <a href="/b">B</a>`),
      '/b': article('Bears'),
    });
    const pages = new Map(Array.from({ length: 1000 }, (__, at) => [address(at), at]));
    site.missing = (request, response) => {
      const at = pages.get(request.url ?? '');
      if (at === undefined) return response.writeHead(404).end();
      const text = `<p>All courts are free on ${date(at)}. Book one at the desk, by telephone or at the gate, and bring your own racket and balls.</p><a href="${address(at - 1)}">before</a> <a href="${address(at + 1)}">after</a>`;
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(articlePage(`Courts on ${date(at)}`, text));
    };
    const host = await sites.host(site);
    await expect.poll(titlesOf(host), { timeout: 20_000 }).toContain('Bears');
    await expect.poll(() => site.asked.length, { timeout: 20_000 }).toBeGreaterThan(40);
    await expect.poll(settled(site), { timeout: 20_000, interval: 700 }).toBe(true);
    expect(site.asked.length).toBeLessThanOrEqual(250);
  });

  test('pages of one shape with texts of their own are all read', async () => {
    const names = Array.from(
      { length: 60 },
      (_, at) => `${String.fromCharCode(97 + (at % 26)).repeat(2 + at / 26)}word`,
    );
    const site = await siteOf({
      '/': articlePage('Welcome', names.map((__, at) => `<a href="/post/${at}">p</a>`).join(' ')),
    });
    for (const [at, name] of names.entries())
      site.pages.set(`/post/${at}`, articlePage(`Post ${name}`, paragraph(name)));
    const host = await sites.host(site);
    await expect
      .poll(async () => (await titlesOf(host)()).split(',').length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(60);
  });
});

describe('HOST4: lists as they are written', () => {
  test('a sitemap in UTF-16, and the beginning of a robots.txt without end', async () => {
    const site = await siteOf({
      '/robots.txt': `User-agent: *\nDisallow: /private\nSitemap: ORIGIN/map\n${'# more\nDisallow: /other\n'.repeat(50_000)}`,
      '/': articlePage('Welcome', 'x'),
      '/a': article('Apples'),
      '/private': article('Private'),
    });
    const map = `\uFEFF${sitemap(site.origin, { '/a': '2026-01-01', '/private': '' })}`;
    site.pages.set('/map', (_, response) => void response.writeHead(200).end(Buffer.from(map, 'utf16le')));
    await expect.poll(titlesOf(await sites.host(site))).toBe('Apples');
    expect(site.asked).not.toContain('/private');
  });
});

describe('HOST6: redirects to the same address', () => {
  test('with a cookie they are followed, without one they end at once, and cookies are kept for nothing else', async () => {
    const gate =
      (text: string): SitePage =>
      (request, response) => {
        if (request.headers.cookie?.includes('seen=1'))
          return void response.writeHead(200, { 'content-type': 'text/html' }).end(text);
        return void response
          .writeHead(302, { 'set-cookie': ['seen=1; Path=/', 'lang=en'], location: request.url })
          .end();
      };
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
      '/': gate(articlePage('Welcome', 'x')),
      '/a': gate(article('Apples')),
      '/b': gate(article('Bears')),
      '/loop': (request, response) =>
        void response.writeHead(302, { 'set-cookie': 'seen=1', location: request.url }).end(),
    });
    site.pages.set('/sitemap.xml', sitemap(site.origin, { '/a': '', '/b': '', '/loop': '' }));
    await expect.poll(titlesOf(await sites.host(site))).toBe('Apples,Bears');
    expect(times(site, '/a')).toBe(2);
    expect(times(site, '/b')).toBe(2);
    expect(times(site, '/loop')).toBe(2);
  });
});

describe('HOST5: texts that stand in the feed only', () => {
  const shell =
    '<!doctype html><html><head><title>App</title><link rel="alternate" type="application/rss+xml" href="/atom.xml"></head><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const text = (name: string) => paragraph(name).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  test.each([
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>Apples</title><id>1</id><link href="ORIGIN/p/1"/><updated>2026-01-02T00:00:00Z</updated><content type="html">${text('apples')}</content></entry></feed>`,
    ],
    [
      'RSS',
      `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>F</title><item><title>Apples</title><link>ORIGIN/p/1</link><content:encoded><![CDATA[${paragraph('apples')}]]></content:encoded></item></channel></rss>`,
    ],
    [
      'RSS with the text as description',
      `<rss version="2.0"><channel><title>F</title><item><title>Apples</title><guid>ORIGIN/p/1</guid><description><![CDATA[${paragraph('apples')}]]></description></item></channel></rss>`,
    ],
    [
      'JSON',
      `{"version":"https://jsonfeed.org/version/1.1","title":"F","items":[{"id":"1","url":"ORIGIN/p/1","title":"Apples","content_html":"${paragraph('apples')}"}]}`,
    ],
  ])('%s', async (_, feed) => {
    const site = await siteOf({ '/': shell, '/p/1': shell, '/atom.xml': feed });
    site.missing = (__, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(shell);
    const host = await sites.host(site);
    await expect.poll(titlesOf(host)).toBe('Apples');
    const [head] = await Array.fromAsync(host.heads());
    expect((await host.article(head?.id ?? ''))?.body.text).toContain('This is about apples.');
  });
});

describe('HOST5: what is read and what is left out', () => {
  test('a page with large pictures inside is read without them', async () => {
    const picture = `<img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(800_000)}">`;
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
      '/': articlePage('Welcome', 'x'),
      '/a': articlePage('Apples', `${picture}${paragraph('apples')}`),
    });
    site.pages.set('/sitemap.xml', sitemap(site.origin, { '/a': '' }));
    const host = await sites.host(site);
    await expect.poll(titlesOf(host), { timeout: 20_000 }).toBe('Apples');
    const [head] = await Array.fromAsync(host.heads());
    expect((await host.article(head?.id ?? ''))?.body.text).toContain('This is about apples.');
  });

  test('pages named amp and feed are articles, other forms of a page are not asked for, and what is left out is named', async () => {
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
      '/': articlePage('Welcome', 'x'),
      '/blog/amp': article('Amp'),
      '/blog/feed': article('Feed'),
      '/a': article('Apples'),
      '/a/amp': article('Apples'),
      '/b': articlePage('B', paragraph('bears'), '<meta name="robots" content="noindex">'),
    });
    site.pages.set(
      '/sitemap.xml',
      sitemap(site.origin, { '/blog/amp': '', '/blog/feed': '', '/a': '', '/a/amp': '', '/b': '' }),
    );
    const host = await sites.host(site);
    await expect.poll(titlesOf(host)).toBe('Amp,Apples,Feed');
    expect(site.asked).not.toContain('/a/amp');
    await expect.poll(() => host.leftOut?.().map(({ path }) => path)).toEqual(['/', '/a/amp', '/b']);
  });
});

describe('HOST7: dates that lie', () => {
  test('a site whose dates are always now is not read again for them, nor after a start', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `/p${at}`);
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
      '/': articlePage('Welcome', 'x'),
    });
    for (const [at, name] of names.entries())
      site.pages.set(name, articlePage(`Page ${at}`, paragraph(`word${at}`)));
    let reads = 0;
    site.pages.set('/sitemap.xml', (_, response) => {
      reads += 1;
      const now = new Date(Date.UTC(2026, 0, 1) + reads * 1000).toISOString();
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(sitemap(site.origin, Object.fromEntries(names.map((name) => [name, now]))));
    });
    const db = await sites.database();
    for (const start of [1, 2]) {
      await using host = await sites.host(site, db);
      await expect.poll(async () => (await titlesOf(host)()).split(',').length, { timeout: 20_000 }).toBe(40);
      for (let round = 0; round < 4; round++) {
        const before = reads;
        await push(host, [`${site.origin}/`]);
        await expect.poll(() => reads, { timeout: 20_000 }).toBeGreaterThan(before);
        await expect.poll(settled(site), { timeout: 20_000, interval: 500 }).toBe(true);
      }
      const asked = site.asked.filter((path) => path.startsWith('/p')).length;
      expect({ start, asked }).toEqual({ start, asked: 40 });
    }
  });

  test('a sitemap and a feed that date the same pages otherwise do not undo one another', async () => {
    const names = Array.from({ length: 14 }, (_, at) => `/p${at}`);
    const site = await siteOf({
      '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
      '/': articlePage('Welcome', 'x', '<link rel="alternate" type="application/rss+xml" href="/rss">'),
      '/rss': `<rss version="2.0"><channel><title>F</title>${names
        .map(
          (name) =>
            `<item><title>x</title><link>ORIGIN${name}</link><pubDate>Mon, 05 Jan 2026 08:00:00 GMT</pubDate></item>`,
        )
        .join('')}</channel></rss>`,
    });
    for (const [at, name] of names.entries())
      site.pages.set(name, articlePage(`Page ${at}`, paragraph(`word${at}`)));
    site.pages.set(
      '/sitemap.xml',
      sitemap(site.origin, Object.fromEntries(names.map((name) => [name, '2026-01-06']))),
    );
    const host = await sites.host(site);
    await expect.poll(async () => (await titlesOf(host)()).split(',').length, { timeout: 20_000 }).toBe(14);
    await expect.poll(() => times(site, '/rss'), { timeout: 20_000 }).toBeGreaterThan(0);
    await push(host, [`${site.origin}/`]);
    await expect.poll(() => times(site, '/sitemap.xml'), { timeout: 20_000 }).toBeGreaterThan(1);
    await expect.poll(settled(site), { timeout: 20_000, interval: 500 }).toBe(true);
    expect(site.asked.filter((path) => path.startsWith('/p'))).toHaveLength(14);
  });

  test('dates that are new for nearly all pages at once count when the list is read again', () => {
    const lies: string[] = [];
    const atOnce = createDatesAtOnce(
      () => true,
      () => lies.push('new'),
    );
    const list = (said: string, other = said) =>
      Array.from({ length: 20 }, (_, at) => ({ path: `/${at}`, said: at === 0 ? other : said }));
    expect(atOnce.sift(list('a'))).toHaveLength(20);
    expect(atOnce.sift(list('a', 'b'))).toHaveLength(20);
    expect(atOnce.sift(list('c'))).toHaveLength(0);
    expect(atOnce.sift(list('c'))).toHaveLength(20);
    expect(atOnce.sift(list('d', 'c'))).toHaveLength(1);
    expect(lies).toEqual([]);
    atOnce.sift(list('e'));
    expect(lies).toEqual(['new']);
  });

  test('are believed while they find changes, and not when texts change under the same date', () => {
    const lies: string[] = [];
    const honest = createDateTrust((lie) => lies.push(lie));
    for (let visit = 0; visit < 500; visit++) honest.dateChanged(visit % 3 === 0);
    expect(honest.lie).toBeUndefined();
    const still = createDateTrust((lie) => lies.push(lie));
    still.dateSame(false);
    still.dateSame(true);
    expect(still.lie).toBeUndefined();
    still.dateSame(true);
    expect(lies).toEqual(['never-new']);
  });
});
