import { describe, expect, test } from 'vitest';
import { articlePage, createWebSite, paragraph } from '../../../../test/fakes/web-site.ts';
import { startGhost } from '../../../../test/platforms/fake-ghost.ts';
import { openSite } from '../../../../test/platforms/open-site.ts';
import { createPathFilter, tidyPath } from './patterns.ts';
import { readRobots } from './robots.ts';

describe('HOST4: the patterns of the operator', () => {
  const filter = (include: readonly string[], exclude: readonly string[] = [], folder = '/') =>
    createPathFilter({ folder, include, exclude });

  test('without any, lists, sign-ins and files of a site are left out', () => {
    const accepts = filter([]);
    expect(
      ['/a', '/2026/05/tea/', '/docs/guide.html', '/tagging-tea/', '/?p=5'].filter(accepts),
    ).toHaveLength(5);
    expect(
      ['/tag/tea/', '/page/2/', '/wp-admin/x', '/login', '/a.pdf', '/feed/', '/category/x'].filter(accepts),
    ).toEqual([]);
  });

  test('a manual may have articles about signing in or searching', () => {
    const accepts = filter([]);
    const pages = ['/docs/cli/login/', '/guide/search', '/help/account/close/', '/blog/checkout'];
    expect(pages.filter(accepts)).toEqual(pages);
    expect(['/search', '/en/login/', '/user/register', '/docs/tags/tea'].filter(accepts)).toEqual([]);
  });

  test('include patterns override conventions, and exclude patterns win', () => {
    const accepts = filter(['/blog/*', '/tag/*'], ['/blog/drafts/*', '*.html$']);
    expect(['/blog/a', '/tag/tea'].filter(accepts)).toHaveLength(2);
    expect(['/', '/docs/a', '/blog/drafts/a', '/blog/a.html'].filter(accepts)).toEqual([]);
  });

  test('nothing outside the folder of the site is a page of it', () => {
    expect(['/blog/a', '/blogs', '/'].filter(filter([], [], '/blog/'))).toEqual(['/blog/a']);
    expect(filter([], [])(`/${'a'.repeat(2_000)}`)).toBe(false);
  });

  test('hold for a crawled site and for the list of a platform', async () => {
    await using site = await createWebSite({
      '/': articlePage('Welcome', `${paragraph('the site')}<a href="/docs/a">a</a><a href="/blog/b">b</a>`),
      '/docs/a': articlePage('A', paragraph('apples')),
      '/blog/b': articlePage('B', paragraph('bears')),
    });
    await using crawled = await openSite(site.origin, { include: ['/docs/*'] });
    const urls = async () => (await Array.fromAsync(crawled.heads())).map(({ url }) => url);
    await expect.poll(urls).toEqual(['/docs/a']);
    expect(site.asked).not.toContain('/blog/b');
    await using ghost = await startGhost();
    for (const name of ['one', 'two']) ghost.publish({ name, title: name, text: 'Text' });
    await using listed = await openSite(ghost.origin, { exclude: ['/two/'] });
    const heads = await Array.fromAsync(listed.heads());
    expect(heads.map(({ url }) => url)).toEqual(['/one/']);
    expect(await listed.article(ghost.publish({ name: 'two', title: 'two', text: 'Text' }))).toBeUndefined();
  });

  test('tracking and session parameters are removed from an address', () => {
    expect(tidyPath('/a?utm_source=x&p=5&fbclid=y')).toBe('/a?p=5');
    expect(tidyPath('/a?ref=home')).toBe('/a');
    expect(tidyPath('/a')).toBe('/a');
    // Otherwise a site with session ids in addresses would have new addresses at each visit.
    expect(tidyPath('/a;jsessionid=4F2A?PHPSESSID=77ab&id=3&print=1')).toBe('/a?id=3');
    expect(tidyPath('/a?printer=5&side=2')).toBe('/a?printer=5&side=2');
  });
});

test('HOST7: robots.txt says what may be read, how fast, and where the sitemaps are', () => {
  const robots = readRobots(
    'https://site.example',
    'User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2\nSitemap: https://site.example/map.xml\n\nUser-agent: Other\nDisallow: /\n',
  );
  expect(['/a', '/private/x', '/private/open/x'].map((path) => robots.allows(path))).toEqual([
    true,
    false,
    true,
  ]);
  expect(robots.delayMs).toBe(2_000);
  expect(robots.sitemaps).toEqual(['https://site.example/map.xml']);
  const own = readRobots('https://site.example', 'User-agent: Docent\nDisallow: /\nCrawl-delay: 3600');
  expect([own.allows('/a'), own.delayMs]).toEqual([false, 10_000]);
  expect(readRobots('https://site.example', '').allows('/a')).toBe(true);
});
