import process from 'node:process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { createSiteClient } from '../server/adapters/hosts/remote/client.ts';
import { createWebHost } from '../server/adapters/hosts/web/web.ts';

const count = 1_000;

/** How long a static site of a thousand pages takes to read, and what a look at the unchanged site costs. */
export const run = async (): Promise<void> => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const path = request.url ?? '/';
    const etag = '"1"';
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    if (path === '/robots.txt') return void response.end(`Sitemap: ${origin()}/sitemap.xml`);
    if (path === '/sitemap.xml') return void response.writeHead(200, { etag }).end(sitemap());
    if (path !== '/' && !/^\/p\d+$/.test(path)) return void response.writeHead(404).end();
    return void response.writeHead(200, { 'content-type': 'text/html', etag }).end(pageAt(path));
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sitemap = () =>
    `<urlset>${Array.from({ length: count }, (_, index) => `<url><loc>${origin()}/p${index}</loc><lastmod>2026-01-01</lastmod></url>`).join('')}</urlset>`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const db = openSqlite(':memory:');
  const client = createSiteClient({ site: new URL(origin()), parallel: 4, userAgent: 'Docent-Bench' });
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const begun = performance.now();
  const host = await createWebHost({
    client,
    db,
    log,
    clock: { now: Date.now },
    instanceId: 'bench',
    parallel: 4,
    maxPages: 10_000,
    include: [],
    exclude: [],
    hintSecret: undefined,
    firstMs: 600_000,
    pollMs: 3_000,
  });
  const articles = (await Array.fromAsync(host.heads())).length;
  process.stdout.write(
    `${articles} pages read in ${((performance.now() - begun) / 1000).toFixed(1)} s at four parallel\n`,
  );
  requests = 0;
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  process.stdout.write(`one look at the unchanged site: ${requests} requests\n`);
  await host.close();
  await db.close();
  server.closeAllConnections();
  server.close();
};

const pageAt = (path: string): string =>
  `<html lang="en"><head><title>Page ${path} | A site</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Page ${path}</h1><div class="post-content">${Array.from({ length: 12 }, (_, index) => `<h2>Part ${index}</h2><p>Paragraph ${index} of ${path} says something about the subject ${path} in enough words to count as a text that people read.</p>`).join('')}</div></article></main></body></html>`;
