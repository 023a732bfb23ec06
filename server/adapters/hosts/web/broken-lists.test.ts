import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCrawledSites, pushPages, titlesOf } from '../../../../test/fakes/crawled-sites.ts';
import { articlePage, paragraph, sitemap } from '../../../../test/fakes/web-site.ts';
import { inEnglish } from '../../../kit/explained.ts';
import { readSitemap } from './sitemap.ts';

const origin = 'https://site.example';
const paths = Array.from({ length: 300 }, (_, index) => `/${index}-${(index * 2_654_435_761) % 1_000_003}`);
const whole = sitemap(origin, Object.fromEntries(paths.map((path) => [path, '2026-01-01'])));

async function read(...parts: readonly (string | Uint8Array)[]) {
  const brokeOff = vi.fn();
  const body = async function* () {
    for (const part of parts) yield Buffer.from(part);
  };
  const entries = await Array.fromAsync(readSitemap(body(), brokeOff));
  return { urls: entries.map(({ url }) => url.slice(origin.length)), brokeOff: brokeOff.mock.calls.length };
}

describe('HOST11: a sitemap that breaks off is read to its break, and is not whole', () => {
  test('whole ones are', async () => {
    expect(await read(whole)).toEqual({ urls: paths, brokeOff: 0 });
    expect(await read(gzipSync(whole))).toEqual({ urls: paths, brokeOff: 0 });
    expect(await read(`${origin}/a\n${origin}/b`)).toEqual({ urls: ['/a', '/b'], brokeOff: 0 });
  });

  test('XML that ends within an address, which is none then, or between two', async () => {
    const within = whole.indexOf('/2-') + 3;
    expect(await read(whole.slice(0, within))).toEqual({ urls: paths.slice(0, 2), brokeOff: 1 });
    const between = whole.indexOf('</url>', within) + '</url>'.length;
    expect(await read(whole.slice(0, between))).toEqual({ urls: paths.slice(0, 3), brokeOff: 1 });
  });

  test('gzip that is cut, or damaged in its middle', async () => {
    const packed = gzipSync(whole);
    const cut = await read(packed.subarray(0, packed.length / 2));
    expect(cut.brokeOff).toBe(1);
    expect(cut.urls.length).toBeGreaterThan(20);
    expect(cut.urls).toEqual(paths.slice(0, cut.urls.length));
    const damaged = await read(packed.subarray(0, 200), Buffer.alloc(200, 255));
    expect(damaged.brokeOff).toBe(1);
  });

  test('articles that were known stay, what it names is read, and the system information says so', async () => {
    const crawled = createCrawledSites();
    onTestFinished(crawled.dispose);
    const site = await crawled.site();
    const list = (...names: string[]) =>
      sitemap(site.origin, Object.fromEntries(names.map((name) => [`/${name}`, '2026-01-01'])));
    for (const name of ['a', 'b', 'c']) site.pages.set(`/${name}`, articlePage(name, paragraph(name)));
    site.pages
      .set('/', articlePage('Welcome', 'x'))
      .set('/robots.txt', `Sitemap: ${site.origin}/sitemap.xml`)
      .set('/sitemap.xml', list('a', 'b'));
    const host = await crawled.host(site);
    const told = async () => inEnglish((await host.health()).reason);
    await expect.poll(titlesOf(host), patient).toBe('a,b');
    expect(await told()).not.toContain('breaks off');

    const longer = list('c', 'a', 'b');
    site.pages.set('/sitemap.xml', longer.slice(0, longer.indexOf('/a<')));
    await pushPages(host);
    await expect.poll(titlesOf(host), patient).toBe('a,b,c');
    await expect.poll(told, patient).toMatch(/^The sitemap \/sitemap\.xml breaks off/);

    site.pages.set('/sitemap.xml', longer);
    await pushPages(host);
    await expect.poll(told, patient).not.toContain('breaks off');
    expect(await titlesOf(host)()).toBe('a,b,c');
  });
});

const patient = { timeout: 20_000 };
