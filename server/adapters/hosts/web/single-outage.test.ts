import { afterEach, describe, expect, test } from 'vitest';
import { createCrawledSites, titlesOf } from '../../../../test/fakes/crawled-sites.ts';
import {
  articlePage,
  paragraph,
  sitemap,
  type SitePage,
  type WebSite,
} from '../../../../test/fakes/web-site.ts';

const sites = createCrawledSites();
afterEach(sites.dispose);
const { host: hostOf } = sites;

const silent: SitePage = (_, response) => void response.destroy();

/** A site with the articles A to D in its sitemap. */
const siteOf = async (silentPaths: readonly string[]): Promise<WebSite> => {
  const site = await sites.site();
  const names = ['a', 'b', 'c', 'd'];
  site.pages
    .set('/', articlePage('Welcome', 'x'))
    .set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml`)
    .set(
      '/sitemap.xml',
      sitemap(site.origin, Object.fromEntries(names.map((name) => [`/${name}`, '2026-01-01']))),
    );
  for (const name of names)
    site.pages.set(`/${name}`, articlePage(name.toUpperCase(), paragraph(`the letter ${name}`)));
  for (const path of silentPaths) site.pages.set(path, silent);
  return site;
};

describe('HOST10: what alone does not answer holds up nothing else', () => {
  test('a page', async () => {
    const host = await hostOf(await siteOf(['/a']));
    await expect.poll(titlesOf(host)).toBe('B,C,D');
    expect((await host.health()).ok).toBe(true);
  });

  test('the front page', async () => {
    await expect.poll(titlesOf(await hostOf(await siteOf(['/'])))).toBe('A,B,C,D');
  });

  test('a sitemap beside others', async () => {
    const site = await siteOf(['/other.xml']);
    site.pages.set('/robots.txt', `Sitemap: ${site.origin}/other.xml\nSitemap: ${site.origin}/sitemap.xml`);
    await expect.poll(titlesOf(await hostOf(site))).toBe('A,B,C,D');
  });

  test('addresses that the site does not have', async () => {
    const site = await siteOf([]);
    site.missing = silent;
    await expect.poll(titlesOf(await hostOf(site))).toBe('A,B,C,D');
  });
});
