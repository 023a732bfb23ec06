import { afterEach, expect, test } from 'vitest';
import { pdfOf } from '../../../../test/document-files.ts';
import { createFakeHost } from '../../../../test/fakes/host.ts';
import { headWith } from '../../../../test/fakes/heads.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { readerInProcess } from '../../../../test/fakes/page-reader.ts';
import { articlePage, createWebSite, type SitePage, type WebSite } from '../../../../test/fakes/web-site.ts';
import { openSite } from '../../../../test/platforms/open-site.ts';
import { inEnglish } from '../../../kit/explained.ts';
import type { Database } from '../../../kit/database.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import { openSqlite } from '../../database/sqlite.ts';
import { withDocuments } from '../../documents/with-documents.ts';
import { createSiteClient } from '../remote/client.ts';
import { createLinkedDocuments } from './linked-documents.ts';
import { createLinkedDocumentStore, linkedDocumentMigrations } from './store.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

type Handler = Exclude<SitePage, string>;
const file =
  (bytes: Uint8Array): Handler =>
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

/** Documents alone, with a clock of their own, for one site and database or more processes of both. */
async function processes(site: WebSite) {
  const client = createSiteClient({ site: new URL(site.origin), parallel: 2, userAgent: 'Docent-Test' });
  const db = openSqlite(':memory:');
  await db.migrate(linkedDocumentMigrations);
  opened.push({
    async [Symbol.asyncDispose]() {
      await client.close();
      await db.close();
    },
  });
  const time = { now: 1_000 * 86_400_000 };
  const store = createLinkedDocumentStore(db, 'site');
  const start = (isOn = true) => {
    const documents = createLinkedDocuments({
      client,
      store,
      clock: { now: () => time.now },
      log: createTestLog(),
      accepts: () => true,
    });
    opened.push(documents);
    documents.setOn(isOn);
    return {
      documents,
      says: async (id: string, text: string, visibility: ArticleHead['visibility'] = 'public') =>
        documents.seen?.({ ...headWith(id), visibility, body: { format: 'markdown', text } }),
      urls: async () => (await documents.heads()).map(({ url }) => url).toSorted(),
    };
  };
  return { start, time };
}

test('PAPER6: a document is gone when no article links to it any more', async () => {
  const site = await siteOf('', { '/manual.pdf': file(manual) });
  const { start } = await processes(site);
  const { documents, says, urls } = start();
  await says('a', 'See [the manual](/manual.pdf).');
  await says('b', 'See [the manual](/manual.pdf) too.');
  await expect.poll(urls, patient).toHaveLength(1);
  await says('a', 'See nothing.');
  expect(await urls()).toHaveLength(1);
  await says('b', 'See [the manual](/manual.pdf) too.', 'limited');
  expect(await urls()).toEqual([]);
  await says('b', 'See [the manual](/manual.pdf) again.');
  await expect.poll(urls, patient).toHaveLength(1);
  await documents.listed?.(new Set(['a']));
  expect(await urls()).toEqual([]);
});

test('PAPER6: an article that a list lacks once has its documents again with the next list', async () => {
  const site = await siteOf('', { '/manual.pdf': file(manual) });
  const { start, time } = await processes(site);
  const { documents, says, urls } = start();
  await says('a', 'See [the manual](/manual.pdf).');
  await expect.poll(urls, patient).toHaveLength(1);
  await documents.listed?.(new Set());
  expect(await urls()).toEqual([]);
  await documents.listed?.(new Set(['a']));
  await expect.poll(urls, patient).toHaveLength(1);
  await documents.listed?.(new Set());
  time.now += 8 * 86_400_000;
  await documents.listed?.(new Set());
  await documents.listed?.(new Set(['a']));
  expect(await urls()).toEqual([]);
});

test('PAPER1, PAPER6: links of articles that were read while documents were switched off are known when they are switched on', async () => {
  const site = await siteOf('', { '/manual.pdf': file(manual) });
  const { start } = await processes(site);
  const { documents, says, urls } = start(false);
  await says('a', 'See [the manual](/manual.pdf).');
  expect(site.asked).not.toContain('/manual.pdf');
  documents.setOn(true);
  await expect.poll(urls, patient).toEqual(['/manual.pdf']);
});

test('PAPER6: a process that knows fewer links takes nothing away that another one has read, and fetches none of it', async () => {
  const site = await siteOf('', {
    '/manual.pdf': file(manual),
    '/prices.pdf': file(manual),
    '/c.pdf': file(manual),
  });
  const { start } = await processes(site);
  const [one, other] = [start(), start()];
  await one.says('a', 'See [the manual](/manual.pdf).');
  expect(await other.urls()).toEqual([]);
  await one.says('b', 'See [the prices](/prices.pdf).');
  await expect.poll(one.urls, patient).toEqual(['/manual.pdf', '/prices.pdf']);
  await other.says('c', 'See [more](/c.pdf).');
  await expect.poll(() => site.asked, patient).toContain('/c.pdf');
  await expect.poll(one.urls, patient).toEqual(['/c.pdf', '/manual.pdf', '/prices.pdf']);
  await expect.poll(other.urls, patient).toEqual(['/c.pdf', '/manual.pdf', '/prices.pdf']);
  for (const { id } of await one.documents.heads())
    expect((await one.documents.article(id))?.body.text).toContain('seven years');
  expect(site.asked.filter((path) => path === '/prices.pdf')).toHaveLength(1);
});

test('PAPER6: a file that the site did not send, or for which it sent a page, is asked for again after an hour', async () => {
  let answer: Handler = (_, response) => response.writeHead(500).end();
  const site = await siteOf('', { '/manual.pdf': (request, response) => answer(request, response) });
  const { start, time } = await processes(site);
  const { documents, says, urls } = start();
  await says('a', 'See [the manual](/manual.pdf).');
  const reasons = () => documents.problems().map(({ reason }) => inEnglish(reason));
  await expect.poll(reasons, patient).toEqual(['the site did not send the document']);
  expect(await urls()).toEqual([]);
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
  const asked = () => site.asked.filter((path) => path === '/manual.pdf').length;
  time.now += 3_600_000;
  await urls();
  await expect.poll(asked, patient).toBe(2);
  answer = file(manual);
  time.now += 3_600_000;
  await urls();
  expect(asked()).toBe(2);
  time.now += 3_600_000;
  await expect.poll(urls, patient).toEqual(['/manual.pdf']);
  // What was read stays while the site sends a page instead.
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
  time.now += 8 * 86_400_000;
  await urls();
  await expect.poll(asked, patient).toBe(4);
  expect(await urls()).toEqual(['/manual.pdf']);
});

test('PAPER6: a document is read without asking the site for an article of its id', async () => {
  const site = await siteOf('<a href="/manual.pdf">Manual</a>', { '/manual.pdf': file(manual) });
  const { start } = await processes(site);
  const { documents, says, urls } = start();
  await says('a', 'See [the manual](/manual.pdf).');
  await expect.poll(urls, patient).toHaveLength(1);
  const asked: string[] = [];
  const host = withDocuments(
    Object.assign(createFakeHost([]), {
      article: async (id: string) => void asked.push(id),
    }),
    documents,
  );
  const [head] = await documents.heads();
  expect((await host.article(head?.id ?? ''))?.body.text).toContain('seven years');
  expect(asked).toEqual([]);
});
