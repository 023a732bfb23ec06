import { afterEach, describe, expect, test } from 'vitest';
import { createCrawledSites, pushPages as push, titlesOf } from '../../../../../test/fakes/crawled-sites.ts';
import { articlePage, paragraph, type WebSite } from '../../../../../test/fakes/web-site.ts';
import type { Host } from '../../../../ports/host.ts';

const sites = createCrawledSites();
afterEach(sites.dispose);
const { host: hostOf } = sites;

const names = ['a', 'b', 'c', 'd', 'e'];

const siteOf = async (): Promise<WebSite> => {
  const site = await sites.site();
  publish(site);
  return site;
};

const publish = (site: WebSite) => {
  site.pages.set(
    '/',
    articlePage('Welcome', names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')),
  );
  for (const name of names) site.pages.set(`/${name}`, articlePage(name.toUpperCase(), paragraph(name)));
};

const samePage = /same page at every address/;
const reasonOf = (host: Host) => async () => JSON.stringify((await host.health()).reason);

const everywhere = (site: WebSite, page: (path: string) => string, status = 200) => {
  site.pages.clear();
  site.missing = ({ url = '/' }, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(page(url));
};

const message = (path: string) =>
  `<title>Error</title><h1>Error establishing a database connection</h1><p>${path}</p>`;
const maintenance = () =>
  articlePage('We are moving', paragraph('the new server, and how to reach us meanwhile'));

describe('HOST10: a site that shows one page at every address is away', () => {
  test.each([
    ['a message of its database', message, 200],
    ['a page of maintenance with a text of its own', maintenance, 200],
    ['a server that knows no page', message, 404],
  ])('%s', async (_, page, status) => {
    const site = await siteOf();
    const host = await hostOf(site);
    await expect.poll(titlesOf(host)).toBe('A,B,C,D,E');
    everywhere(site, page, status);
    await push(host);
    await expect.poll(reasonOf(host)).toMatch(samePage);
    expect(await titlesOf(host)()).toBe('A,B,C,D,E');
  });

  test('also when it is so at a start, and what is right again is read again', async () => {
    const site = await siteOf();
    const db = await sites.database();
    const first = await hostOf(site, db);
    await expect.poll(titlesOf(first)).toBe('A,B,C,D,E');
    await first.close();
    everywhere(site, message);
    const host = await hostOf(site, db);
    await push(host);
    await expect.poll(reasonOf(host)).toMatch(samePage);
    publish(site);
    site.pages.set('/a', articlePage('A anew', paragraph('a')));
    await push(host);
    await expect.poll(titlesOf(host)).toBe('A anew,B,C,D,E');
  });

  test('an article that a site has no more is gone, though it shows its front page there', async () => {
    const site = await siteOf();
    site.missing = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(site.pages.get('/') as string);
    const host = await hostOf(site);
    await expect.poll(titlesOf(host)).toBe('A,B,C,D,E');
    site.pages.delete('/b');
    await push(host, [`${site.origin}/b`]);
    await expect.poll(titlesOf(host)).toBe('A,C,D,E');
    expect((await host.health()).ok).toBe(true);
  });

  test('a site that asks not to be indexed any more is not', async () => {
    const site = await siteOf();
    const host = await hostOf(site);
    await expect.poll(titlesOf(host)).toBe('A,B,C,D,E');
    everywhere(site, () =>
      articlePage('Closed', paragraph('nothing'), '<meta name="robots" content="noindex">'),
    );
    await push(host);
    await expect.poll(titlesOf(host)).toBe('');
  });
});
