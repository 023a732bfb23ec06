import { afterEach, expect, test } from 'vitest';
import { pdfOf } from '../../../../test/document-files.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { readerInProcess } from '../../../../test/fakes/page-reader.ts';
import { articlePage, createWebSite, type SitePage, type WebSite } from '../../../../test/fakes/web-site.ts';
import { openSite } from '../../../../test/platforms/open-site.ts';
import { inEnglish } from '../../../kit/explained.ts';
import type { Database } from '../../../kit/database.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import { openSqlite } from '../../database/sqlite.ts';
import { createSiteClient } from '../remote/client.ts';
import { createLinkedDocuments } from './linked-documents.ts';
import { createLinkedDocumentStore, linkedDocumentMigrations } from './store.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const file =
  (bytes: Uint8Array): SitePage =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes);
const paragraphs = (text: string) => `<p>${`${text} `.repeat(40)}</p>`;
const manual = pdfOf([['Descale the kettle with vinegar.'], ['The guarantee lasts for seven years.']], {
  title: 'Kettle manual',
});

async function siteOf(links: string, more: Readonly<Record<string, SitePage>>): Promise<WebSite> {
  const site = await createWebSite();
  opened.push(site);
  const pages: Readonly<Record<string, SitePage>> = {
    '/': articlePage('Welcome', '<a href="/kettles">Kettles</a>'),
    '/kettles': articlePage('Kettles', `${paragraphs('We sell kettles of copper.')}<p>${links}</p>`),
    '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.origin}/kettles</loc></url></urlset>`,
    ...more,
  };
  for (const [path, page] of Object.entries(pages)) site.pages.set(path, page);
  return site;
}

async function open(site: WebSite, db: Database = openSqlite(':memory:')): Promise<Host & AsyncDisposable> {
  const host = await openSite(
    site.origin,
    { kind: 'web' },
    {
      db,
      log: createTestLog(),
      reader: readerInProcess,
    },
  );
  opened.push(host);
  host.readDocuments?.(true);
  return host;
}

/** Reads all articles as the index does, and lists the addresses. */
async function addresses(host: Host): Promise<readonly string[]> {
  const heads = await Array.fromAsync(host.heads());
  for (const { id } of heads) await host.article(id);
  return heads.map(({ url }) => url).toSorted();
}

const articleHead: ArticleHead = {
  id: '',
  revision: '1',
  title: 'Kettles',
  url: '/kettles',
  tags: [],
  categories: [],
  publishedAt: '',
  createdAt: '',
  modifiedAt: '',
  visits: null,
  excerpt: '',
  excerptIsManual: false,
  visibility: 'public',
};
const patient = { timeout: 20_000, interval: 100 };

test('PAPER6: documents that articles link to are fetched and read', async () => {
  const site = await siteOf(
    '<a href="files/manual.pdf#page=2">Manual</a> <a href="/files/manual.pdf">again</a>',
    {
      '/files/manual.pdf': file(manual),
    },
  );
  const host = await open(site);
  await expect.poll(() => addresses(host), patient).toEqual(['/files/manual.pdf', '/kettles']);
  const head = (await Array.fromAsync(host.heads())).find(({ url }) => url.endsWith('.pdf'));
  expect(head).toMatchObject({ title: 'Kettle manual', isUnlisted: true });
  expect((await host.article(head?.id ?? ''))?.body.text).toContain('seven years');
  expect(site.asked.filter((path) => path.endsWith('.pdf'))).toHaveLength(1);
});

test('PAPER6: what another site has, robots.txt forbids or the site does not send is left out', async () => {
  const other = await createWebSite({ '/manual.pdf': file(manual) });
  opened.push(other);
  const site = await siteOf(
    `<a href="${other.origin}/manual.pdf">1</a> <a href="/secret/manual.pdf">2</a> <a href="/gone.pdf">3</a> <a href="/moved.pdf">4</a>`,
    {
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/secret/manual.pdf': file(manual),
      '/moved.pdf': (_, response) =>
        response.writeHead(302, { location: `${other.origin}/manual.pdf` }).end(),
    },
  );
  const host = await open(site);
  const problems = async () => {
    await addresses(host);
    return Object.fromEntries((host.problems?.() ?? []).map(({ path, reason }) => [path, inEnglish(reason)]));
  };
  await expect.poll(problems, patient).toEqual({
    '/gone.pdf': 'the site answers 404',
    '/moved.pdf': expect.stringContaining('redirected'),
    '/secret/manual.pdf': 'robots.txt does not allow it',
  });
  expect(other.asked).toEqual([]);
  expect(site.asked).not.toContain('/secret/manual.pdf');
});

test('PAPER6: a restart fetches none again', async () => {
  const site = await siteOf('<a href="/manual.pdf">Manual</a>', { '/manual.pdf': file(manual) });
  const db = openSqlite(':memory:');
  opened.push({ [Symbol.asyncDispose]: () => db.close() });
  const first = await open(site, db);
  await expect.poll(() => addresses(first), patient).toEqual(['/kettles', '/manual.pdf']);
  await opened.pop()?.[Symbol.asyncDispose]();
  const second = await open(site, db);
  expect(await addresses(second)).toEqual(['/kettles', '/manual.pdf']);
  expect(site.asked.filter((path) => path === '/manual.pdf')).toHaveLength(1);
});

test('PAPER6: a document is gone when no article links to it any more', async () => {
  const site = await siteOf('', { '/manual.pdf': file(manual) });
  const client = createSiteClient({ site: new URL(site.origin), parallel: 2, userAgent: 'Docent-Test' });
  const db = openSqlite(':memory:');
  await db.migrate(linkedDocumentMigrations);
  const store = createLinkedDocumentStore(db, 'site');
  const deps = { client, store, clock: { now: Date.now }, log: createTestLog(), accepts: () => true };
  const documents = createLinkedDocuments(deps);
  opened.push({
    async [Symbol.asyncDispose]() {
      await documents[Symbol.asyncDispose]();
      await client.close();
      await db.close();
    },
  });
  documents.setOn(true);
  const says = (id: string, text: string, visibility: ArticleHead['visibility'] = 'public') =>
    documents.seen?.({ ...articleHead, id, visibility, body: { format: 'markdown', text } });
  const count = async () => (await documents.heads()).length;
  await says('a', 'See [the manual](/manual.pdf).');
  await says('b', 'See [the manual](/manual.pdf) too.');
  await expect.poll(count, patient).toBe(1);
  await says('a', 'See nothing.');
  expect(await count()).toBe(1);
  await says('b', 'See [the manual](/manual.pdf) too.', 'limited');
  expect(await count()).toBe(0);
  await says('b', 'See [the manual](/manual.pdf) again.');
  await expect.poll(count, patient).toBe(1);
  await documents.listed?.(new Set(['a']));
  expect(await count()).toBe(0);
});
