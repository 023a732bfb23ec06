import { afterEach, describe, expect, test } from 'vitest';
import { createCrawledSites, titlesOf } from '../../../../../test/fakes/crawled-sites.ts';
import { articlePage, paragraph, sitemap } from '../../../../../test/fakes/web-site.ts';
import { withoutPrint } from './print-versions.ts';

const crawled = createCrawledSites();
afterEach(crawled.dispose);

/** Titles of a site whose sitemap lists these pages, in this order. */
async function read(pages: Readonly<Record<string, string>>, missing?: (path: string) => string) {
  const site = await crawled.site();
  for (const [path, page] of Object.entries(pages)) site.pages.set(path, page);
  const paths = Object.keys(pages);
  site.pages
    .set('/', articlePage('Welcome', 'x'))
    .set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml`)
    .set(
      '/sitemap.xml',
      sitemap(site.origin, Object.fromEntries([...paths, '/old', '/older'].map((path) => [path, '']))),
    );
  if (missing)
    site.missing = (request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(missing(request.url ?? ''));
  const host = await crawled.host(site);
  return { titles: titlesOf(host) };
}

const tea = paragraph('tea') + paragraph('green leaves') + paragraph('the water of the well');
const patient = { timeout: 20_000 };

describe('HOST5: a print version is a copy', () => {
  test.each(['/print/tea', '/tea/print', '/tea/print/', '/Print/tea'])('%s', async (path) => {
    const { titles } = await read({
      [path]: articlePage('Print: Tea', `${tea}<p>Printed today.</p>`),
      '/tea': articlePage('Tea', tea),
    });
    await expect.poll(titles, patient).toBe('Tea');
  });

  test('another text under such an address is an article', async () => {
    const { titles } = await read({
      '/print/posters': articlePage('Printing posters', paragraph('paper, ink and colours of posters')),
      '/posters': articlePage('Posters', paragraph('a museum')),
      '/print/cards': articlePage('Cards', paragraph('cards')),
    });
    await expect.poll(titles, patient).toBe('Cards,Posters,Printing posters');
  });

  test('the addresses of its original', () => {
    expect(withoutPrint('/en/print/tea?x=1')).toEqual(['/en/tea?x=1', '/en/tea/?x=1', '/en/tea.html?x=1']);
    expect([withoutPrint('/print'), withoutPrint('/blueprint/a'), withoutPrint('/printing/a')]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('HOST5: a page for a missing address that a sitemap lists is no article', () => {
  const sorry =
    '<p>We are sorry, what you have been looking for is not here any more. Use the search above, or begin at the front page.</p>';

  test('the same text under a title of its own', async () => {
    const { titles } = await read({ '/tea': articlePage('Tea', tea) }, (path) =>
      articlePage(path.slice(1), sorry),
    );
    await expect.poll(titles, patient).toBe('Tea');
  });

  test('the same title that says so above what differs', async () => {
    const { titles } = await read({ '/tea': articlePage('Tea', tea) }, (path) =>
      articlePage('Page not found', sorry + paragraph(path).repeat(path.length)),
    );
    await expect.poll(titles, patient).toBe('Tea');
  });
});
