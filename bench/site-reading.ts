import process from 'node:process';
import { createServer } from 'node:http';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { openHost } from '../server/adapters/hosts/open-host.ts';
import type { Database } from '../server/kit/database.ts';
import type { Host } from '../server/ports/host.ts';
import { consolePrefix } from '../contract/api.ts';
import { asAdmin, createTestApp } from '../test/app.ts';
import { createTestLog } from '../test/fakes/log.ts';
import { startHalo } from '../test/platforms/halo/fake-halo.ts';
import { push } from '../test/platforms/live-platform.ts';
import { siteSettings } from '../test/platforms/open-site.ts';
import { startWordpress, wordpressMissing } from '../test/platforms/wordpress.ts';
import { hintSecret } from '../test/fakes/signed-hint.ts';
import { listen } from '../test/fakes/listen.ts';

const count = 1_000;
const many = 10_000;

/**
 * Time until a site of a thousand pages is indexed, time until a change is indexed with and without a push, and cost of
 * polling an unchanged site.
 */
export const run = async (): Promise<void> => {
  await staticSite();
  await wordpress();
  await unchanged();
};

const say = (name: string, figure: number, unit: string) =>
  process.stdout.write(`${name}: ${figure.toFixed(unit === 's' ? 1 : 0)} ${unit}\n`);

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

const staticSite = async () => {
  await using site = await startPages(count);
  await using service = await startService(site.origin);
  say(`${count} static pages, read and indexed at four parallel requests`, await service.whole(count), 's');
  site.edit('/p7', 'zanzibar');
  const pushed = secondsOf(service.finds('zanzibar'));
  await push({ origin: service.origin, secret: hintSecret }, [`${site.origin}/p7`]);
  say('an edit of a static page after a push', await pushed, 's');
  site.edit('/p8', 'madagascar');
  say('an edit of a static page by polling', await secondsOf(service.finds('madagascar')), 's');
};

const wordpress = async () => {
  const missing = await wordpressMissing();
  if (missing !== '') return void process.stdout.write(`WordPress: not measured, ${missing}\n`);
  await using site = await startWordpress();
  await site.call('fill', { count });
  await using service = await startService(site.origin);
  say(
    `${count} posts of WordPress, read and indexed at four parallel requests`,
    await service.whole(count),
    's',
  );
  await site.publish({ name: 'post-7', title: 'Post 7', html: '<p>This post is about zanzibar now.</p>' });
  const pushed = secondsOf(service.finds('zanzibar'));
  await push({ origin: service.origin, secret: hintSecret }, []);
  say('an edit of a post after a push', await pushed, 's');
  await site.publish({ name: 'post-8', title: 'Post 8', html: '<p>This post is about madagascar now.</p>' });
  say('an edit of a post by polling', await secondsOf(service.finds('madagascar')), 's');
};

/** Requests for a second look at ten thousand unchanged pages: in the same process, after a restart, by a full crawl. */
const unchanged = async () => {
  await using site = await startPages(many);
  const db = openSqlite(':memory:');
  const first = await hostOf(site.origin, db);
  say(`${many} static pages, read`, await secondsOf(listing(first, many)), 's');
  await requestsOf(site, first, 'a look at them unchanged');
  await first.close();
  const second = await hostOf(site.origin, db);
  await requestsOf(site, second, 'the same after a restart');
  await second.close();
  await db.close();

  await using halo = await startHalo();
  for (let index = 0; index < many; index++)
    await halo.publish({ name: `post-${index}`, title: `Post ${index}`, text: 'Text' });
  const own = openSqlite(':memory:');
  let time = Date.now();
  const host = await hostOf(halo.origin, own, { now: () => time });
  await Array.fromAsync(host.heads());
  for (const [minutes, name] of [
    [1, 'a look at as many unchanged posts of Halo'],
    [10, 'a full crawl of them'],
  ] as const) {
    time += minutes * 60_000;
    halo.asked.length = 0;
    await Array.fromAsync(host.heads());
    say(name, halo.asked.length, 'requests');
  }
  await host.close();
  await own.close();
};

const listing = (host: Host, wanted: number) => async () => {
  while ((await Array.fromAsync(host.heads())).length < wanted) await pause(200);
};

/** Number of requests within two rounds of the crawler. */
const requestsOf = async (site: { asked: number }, host: Host, name: string) => {
  site.asked = 0;
  await pause(130_000);
  await Array.fromAsync(host.heads());
  say(name, site.asked / 2, 'requests a minute');
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const hostOf = (origin: string, db: Database, clock = { now: Date.now }): Promise<Host> =>
  openHost(siteSettings(origin, { hintSecret, maxPages: many + 10 }), {
    db,
    clock,
    log: createTestLog(),
    instanceId: 'bench',
  });

const startService = async (siteOrigin: string) => {
  const begun = performance.now();
  const db = openSqlite(':memory:');
  const host = await hostOf(siteOrigin, db);
  const app = await createTestApp({ db, host });
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string) =>
    (await app.inject({ url: `${consolePrefix}${path}`, headers: asAdmin })).json<Record<string, unknown>>();
  return {
    origin,
    /** Seconds from the start until so many articles are in the index. */
    whole: async (wanted: number) => {
      while (Number((await ask('/knowledge/stats'))['indexedArticles']) < wanted) await pause(200);
      return (performance.now() - begun) / 1000;
    },
    finds: (word: string) => async () => {
      while (Number((await ask(`/search/debug/results?keyword=${word}`))['total']) === 0) await pause(100);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

/** A static site with a sitemap of dates, and validators on everything. */
const startPages = async (pages: number) => {
  const edits = new Map<string, string>();
  const state = { asked: 0 };
  const server = createServer((request, response) => {
    state.asked++;
    const path = request.url ?? '/';
    const etag = path === '/sitemap.xml' ? `"${edits.size}"` : `"${edits.get(path) ?? ''}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    if (path === '/robots.txt') return void response.end(`Sitemap: ${origin}/sitemap.xml`);
    if (path === '/sitemap.xml') return void response.writeHead(200, { etag }).end(sitemap());
    if (path !== '/' && !/^\/p\d+$/.test(path)) return void response.writeHead(404).end();
    return void response
      .writeHead(200, { 'content-type': 'text/html', etag })
      .end(pageAt(path, edits.get(path) ?? ''));
  });
  const sitemap = () =>
    `<urlset>${Array.from({ length: pages }, (_, index) => `<url><loc>${origin}/p${index}</loc><lastmod>${edits.has(`/p${index}`) ? '2026-02-02' : '2026-01-01'}</lastmod></url>`).join('')}</urlset>`;
  const { origin, [Symbol.asyncDispose]: close } = await listen(server);
  return Object.assign(state, {
    origin,
    edit: (path: string, word: string) => void edits.set(path, word),
    [Symbol.asyncDispose]: close,
  });
};

const pageAt = (path: string, word: string): string =>
  `<html lang="en"><head><title>Page ${path} | A site</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Page ${path}</h1><div class="post-content">${Array.from({ length: 12 }, (_, index) => `<h2>Part ${index}</h2><p>Paragraph ${index} of ${path} says something about the subject ${path} ${word} in enough words to count as a text that people read.</p>`).join('')}</div></article></main></body></html>`;
