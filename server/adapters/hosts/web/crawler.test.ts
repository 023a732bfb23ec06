import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createCrawledSites, pushPages as push, titlesOf } from '../../../../test/fakes/crawled-sites.ts';
import { testEngines } from '../../../../test/databases.ts';
import { articlePage, paragraph, sitemap, type WebSite } from '../../../../test/fakes/web-site.ts';

describe.each(testEngines)('a crawled site on %s', (_, open) => {
  const sites = createCrawledSites(open);
  afterEach(sites.dispose);
  const { host: hostOf, database: databaseOf } = sites;

  const siteOf = async (pages: Readonly<Record<string, string>>): Promise<WebSite> => {
    const site = await sites.site();
    for (const [path, page] of Object.entries(pages))
      site.pages.set(path, page.replaceAll('ORIGIN', site.origin));
    return site;
  };

  describe('HOST7: what a restart and a push look after', () => {
    test('articles deleted while Docent was off are gone after the start, and the others are not read again', async () => {
      const site = await siteOf({
        '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
        '/': articlePage('Welcome', 'x'),
        '/a': articlePage('A', paragraph('apples')),
        '/b': articlePage('B', paragraph('bears')),
        '/c': articlePage('C', paragraph('cars')),
      });
      const dated = (...paths: readonly string[]) =>
        sitemap(site.origin, Object.fromEntries(paths.map((path) => [path, '2026-01-01'])));
      site.pages.set('/sitemap.xml', dated('/a', '/b', '/c'));
      const db = await databaseOf();
      const first = await hostOf(site, db);
      await expect.poll(titlesOf(first)).toBe('A,B,C');
      await first.close();
      site.pages.set('/sitemap.xml', dated('/a', '/c'));
      site.pages.delete('/b');
      site.asked.length = 0;
      await expect.poll(titlesOf(await hostOf(site, db))).toBe('A,C');
      expect(site.asked).not.toContain('/a');
    });

    test('the feed that a front page names is read after a restart too, though the page has not changed', async () => {
      const feed = (...names: readonly string[]) =>
        `<rss version="2.0"><channel><title>F</title>${names.map((name) => `<item><title>${name}</title><link>ORIGIN/${name}</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item>`).join('')}</channel></rss>`;
      const site = await siteOf({ '/my-feed': feed('a'), '/a': articlePage('A', paragraph('apples')) });
      const front = articlePage(
        'Welcome',
        'x',
        '<link rel="alternate" type="application/rss+xml" href="/my-feed">',
      );
      site.pages.set('/', (request, response) => {
        if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
        return void response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(front);
      });
      const db = await databaseOf();
      const first = await hostOf(site, db);
      await expect.poll(titlesOf(first)).toBe('A');
      await first.close();
      site.pages
        .set('/my-feed', feed('a', 'b').replaceAll('ORIGIN', site.origin))
        .set('/b', articlePage('B', paragraph('bears')));
      await expect.poll(titlesOf(await hostOf(site, db))).toBe('A,B');
    });

    test('an article that was lost has its next visits soon, and one that is back is an ordinary page again', async () => {
      const site = await siteOf({
        '/': articlePage('Welcome', '<a href="/a">x</a><a href="/b">x</a>'),
        '/a': articlePage('A', paragraph('apples')),
        '/b': articlePage('B', paragraph('bears')),
      });
      const db = await databaseOf();
      const host = await hostOf(site, db);
      await expect.poll(titlesOf(host)).toBe('A,B');
      const failures = async () =>
        (await sql<{ failures: number }>`select failures from web_pages where path = '/a'`.execute(db.query))
          .rows[0]?.failures;
      site.pages.delete('/a');
      await push(host, [`${site.origin}/a`]);
      await expect.poll(titlesOf(host)).toBe('B');
      expect(await failures()).toBe(1);
      await push(host, [`${site.origin}/a`]);
      await expect.poll(failures).toBe(2);
      site.pages.set('/a', articlePage('A again', paragraph('apples')));
      await push(host, [`${site.origin}/a`]);
      await expect.poll(titlesOf(host)).toBe('A again,B');
      expect(await failures()).toBe(0);
    });

    test.for([
      { by: 'a push that names it', names: true, elsewhere: false },
      { by: 'a push without names', names: false, elsewhere: false },
      { by: 'a push that another process takes', names: true, elsewhere: true },
    ])(
      'HOST9: a page that is missing for a moment is read again at once when $by comes before that reading ends',
      async ({ names, elsewhere }) => {
        const site = await siteOf({
          '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
          '/': articlePage('Welcome', 'x'),
          '/a': articlePage('A', paragraph('apples')),
          '/b': articlePage('B', paragraph('bears')),
        });
        site.pages.set('/sitemap.xml', sitemap(site.origin, { '/a': '', '/b': '' }));
        const db = await databaseOf();
        const host = await hostOf(site, db);
        await expect.poll(titlesOf(host)).toBe('A,B');
        const told = elsewhere ? await hostOf(site, db) : host;
        const asked = Promise.withResolvers<void>();
        const deployed = Promise.withResolvers<void>();
        site.pages.set('/a', (_, response) => {
          asked.resolve();
          void deployed.promise.then(() => response.writeHead(404).end());
        });
        await push(host, [`${site.origin}/a`]);
        await asked.promise;
        site.pages.set('/a', articlePage('A anew', paragraph('apples')));
        await push(told, names ? [`${site.origin}/a`] : []);
        deployed.resolve();
        await expect.poll(titlesOf(host), { timeout: 8_000 }).toBe('A anew,B');
      },
    );

    test('HOST9: a push makes due what it names and nothing that earlier ones have named, whichever process takes it', async () => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const site = await siteOf({
        '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
        '/': articlePage('Welcome', 'x'),
        ...Object.fromEntries(names.map((name) => [`/${name}`, articlePage(name, paragraph(name))])),
      });
      const dates = Object.fromEntries(['', ...names].map((name) => [`/${name}`, '2026-01-01']));
      site.pages.set('/sitemap.xml', sitemap(site.origin, dates));
      const db = await databaseOf();
      await expect.poll(titlesOf(await hostOf(site, db))).toBe('a,b,c,d,e');
      const told = await hostOf(site, db);
      for (const name of names) {
        site.asked.length = 0;
        await push(told, [`${site.origin}/${name}`]);
        await expect.poll(() => site.asked).toContain(`/${name}`);
      }
      const { rows } = await sql<{ asked: number }>`select asked from web_pages where path = '/a'`.execute(
        db.query,
      );
      expect(rows[0]?.asked).toBe(1);
    });

    test('articles that robots.txt forbids are left out with its next reading, whatever date their list gives', async () => {
      const site = await siteOf({
        '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
        '/': articlePage('Welcome', 'x'),
        '/a': articlePage('A', paragraph('apples')),
        '/b': articlePage('B', paragraph('bears')),
      });
      site.pages.set('/sitemap.xml', sitemap(site.origin, { '/a': '2026-01-01', '/b': '2026-01-01' }));
      const db = await databaseOf();
      const first = await hostOf(site, db);
      await expect.poll(titlesOf(first)).toBe('A,B');
      await first.close();
      site.pages.set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml\nUser-agent: *\nDisallow: /b`);
      await expect.poll(titlesOf(await hostOf(site, db))).toBe('A');
    });

    test('HOST9: a push without names looks at every page that no list dates', async () => {
      const site = await siteOf({
        '/robots.txt': 'Sitemap: ORIGIN/sitemap.xml',
        '/': articlePage('Welcome', 'x'),
        '/a': articlePage('A', paragraph('apples')),
        '/b': articlePage('B', paragraph('bears')),
      });
      site.pages.set('/sitemap.xml', sitemap(site.origin, { '/a': '', '/b': '2026-01-01' }));
      const host = await hostOf(site);
      await expect.poll(titlesOf(host)).toBe('A,B');
      site.asked.length = 0;
      site.pages.set('/a', articlePage('A anew', paragraph('apples')));
      await push(host);
      await expect.poll(titlesOf(host)).toBe('A anew,B');
      expect(site.asked).not.toContain('/b');
    });

    test('HOST9: a push that another process takes reaches the one that follows the site', async () => {
      const site = await siteOf({
        '/': articlePage('Welcome', '<a href="/a">x</a>'),
        '/a': articlePage('A', paragraph('apples')),
      });
      const db = await databaseOf();
      const leader = await hostOf(site, db);
      await expect.poll(titlesOf(leader)).toBe('A');
      const other = await hostOf(site, db);
      site.pages.set('/a', articlePage('A anew', paragraph('apples')));
      await push(other, [`${site.origin}/a`]);
      await expect.poll(titlesOf(leader)).toBe('A anew');
      expect(await titlesOf(other)()).toBe('A anew');
    });

    test('HOST9: a push for a copy applies to its original', async () => {
      const canonical = (title: string) =>
        articlePage(title, paragraph('apples'), '<link rel="canonical" href="/right">');
      const site = await siteOf({
        '/': articlePage('Welcome', '<a href="/copy">x</a>'),
        '/copy': canonical('A'),
        '/right': canonical('A'),
      });
      const host = await hostOf(site);
      await expect.poll(titlesOf(host)).toBe('A');
      site.pages.set('/copy', canonical('A anew')).set('/right', canonical('A anew'));
      await push(host, [`${site.origin}/copy`]);
      await expect.poll(titlesOf(host)).toBe('A anew');
      expect((await Array.fromAsync(host.heads())).map(({ url }) => url)).toEqual(['/right']);
    });
  });

  describe('HOST5: one article under several addresses', () => {
    test('the index of a folder is the folder', async () => {
      const page = articlePage(
        'A',
        paragraph('apples'),
        '<meta property="og:url" content="ORIGIN/a/index.html">',
      );
      const site = await siteOf({
        '/': articlePage('Welcome', '<a href="/a/index.html">x</a><a href="/a/">x</a>'),
        '/a/': page,
        '/a/index.html': page,
      });
      const host = await hostOf(site);
      await expect.poll(titlesOf(host)).toBe('A');
      expect((await Array.fromAsync(host.heads())).map(({ url }) => url)).toEqual(['/a/']);
    });

    test('a page whose right address leads nowhere is the article itself', async () => {
      const site = await siteOf({
        '/': articlePage('Welcome', '<a href="/a">x</a><a href="/b/index.html">x</a>'),
        '/a': articlePage('A', paragraph('apples'), '<link rel="canonical" href="/moved-away">'),
        '/b/index.html': articlePage('B', paragraph('bears')),
      });
      const host = await hostOf(site);
      await expect.poll(titlesOf(host)).toBe('A,B');
    });
  });

  describe('HOST4: translations', () => {
    const english =
      'The harbour office lets the berths by the week, and the boats that come for a night pay at the jetty. ';
    const german =
      'Das Hafenbüro vermietet die Liegeplätze wochenweise, und die Boote, die für eine Nacht kommen, zahlen am Steg. ';
    const page = (own: 'en' | 'de', name: string, text: string) =>
      articlePage(
        name,
        `<p>${text.repeat(4)}</p>`,
        `<link rel="alternate" hreflang="en" href="/${name}"><link rel="alternate" hreflang="de-DE" href="/de/${name}">`,
      ).replace('lang="en"', `lang="${own}"`);

    test('are found by what pages say, and are copies while nobody has translated them', async () => {
      const site = await siteOf({
        '/sitemap.xml': `<urlset><url><loc>ORIGIN/berths</loc></url><url><loc>ORIGIN/fees</loc></url></urlset>`,
        '/': '<title>Home | Harbour</title>',
        '/berths': page('en', 'berths', english),
        '/fees': page('en', 'fees', english),
        '/de/berths': page('de', 'berths', german),
        '/de/fees': page('de', 'fees', english),
      });
      const host = await hostOf(site);
      const urls = async () => (await Array.fromAsync(host.heads())).map(({ url }) => url).toSorted();
      await expect.poll(urls).toEqual(['/berths', '/de/berths', '/fees']);
      site.pages.set('/de/fees', page('de', 'fees', german));
      await push(host, [`${site.origin}/de/fees`]);
      await expect.poll(urls).toEqual(['/berths', '/de/berths', '/de/fees', '/fees']);
    });
  });
});
