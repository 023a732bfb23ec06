import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { readEnv } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import { createApp } from '../app.ts';
import { adminToken, asAdmin } from '../../test/app.ts';
import { createTestLog } from '../../test/fakes/log.ts';

type Connected = {
  source: string;
  settings: string[];
  revision: number;
  site?: { address: string; kind?: string; credentials: { name: string; state: string }[] };
};

let folder = '';
let site: Server;
let address = '';
const closers: (() => Promise<unknown>)[] = [];

/** A site of two pages, found by its links. */
const pages: Readonly<Record<string, string>> = {
  '/': '<h1>Tea</h1><a href="/oolong">Oolong</a> <a href="/sencha">Sencha</a>',
  '/oolong': article('Oolong', 'Oolong rests for three minutes in water of ninety degrees.'),
  '/sencha': article('Sencha', 'Sencha rests for one minute in water of seventy degrees.'),
};
function article(title: string, text: string) {
  return `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${`${text} `.repeat(12)}</p></article></body></html>`;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-site-'));
  site = createServer(({ url = '' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** A service as it is started, with its data in `folder`. */
async function start(variables: Readonly<Record<string, string>> = {}) {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const log = createTestLog();
  const env = readEnv({ DOCENT_DATA_DIR: dataDir, DOCENT_ADMIN_TOKEN: adminToken, ...variables });
  const app = await createApp(await openPorts(env, log));
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app[Symbol.asyncDispose]();
    isOpen = false;
  };
  closers.push(close);
  await app.start();
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: unknown) => {
    const reply = await app.server.inject({
      method,
      url: `${consolePrefix}${at}`,
      headers: { ...asAdmin, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, any>>(), text: reply.body };
  };
  return {
    log,
    close,
    send,
    connected: async () => (await send('GET', '/connected-site')).body as Connected,
    titles: async () =>
      ((await send('GET', '/knowledge/articles')).body as { articles: { title: string }[] }).articles
        .map(({ title }) => title)
        .toSorted(),
  };
}

const longWait = { timeout: 20_000 };

test('SITE2: a site is looked at and connected while the service runs, read again by a start, and taken away', async () => {
  const first = await start();
  expect(await first.connected()).toMatchObject({ source: 'console', settings: [], revision: 0 });
  expect((await first.titles()).length).toBeGreaterThan(10);
  const looked = await first.send('POST', '/connected-site/look', { address: ` ${address.slice(7)} ` });
  expect(looked.body).toEqual({ address, kind: 'web', platform: expect.any(String) });
  const refused = await first.send('POST', '/connected-site/look', { address: `${address}gone/` });
  expect(refused.body).toMatchObject({ kind: 'web', refused: 404 });
  expect(await first.connected()).toMatchObject({ revision: 0 });

  expect((await first.send('PUT', '/connected-site', { address })).body).toEqual({ saved: true });
  await expect.poll(first.titles, longWait).toEqual(['Oolong', 'Sencha']);
  const info = await first.send('GET', '/system/info');
  expect(info.body).toMatchObject({
    host: { kind: 'web', siteOrigin: address.slice(0, -1) },
    setup: { sampleSite: false, contentDir: '' },
  });
  const { items } = (await first.send('GET', '/changes?area=site')).body as { items: unknown[] };
  expect(items).toMatchObject([{ area: 'site', action: 'add', subject: address }]);
  await first.close();

  const second = await start();
  expect(await second.titles()).toEqual(['Oolong', 'Sencha']);
  await second.send('DELETE', '/connected-site');
  await expect.poll(async () => (await second.titles()).includes('Oolong'), longWait).toBe(false);
  expect((await second.titles()).length).toBeGreaterThan(10);
  await second.close();

  const third = await start();
  expect((await third.send('GET', '/system/info')).body).toMatchObject({ setup: { sampleSite: true } });
}, 90_000);

test('SITE3: credentials are stored encrypted, bound to their address and never shown', async () => {
  const secret = 'a-secret-of-sixteen-letters';
  const first = await start();
  await first.send('PUT', '/connected-site', {
    address,
    kind: 'web',
    credentials: { DOCENT_HINT_SECRET: secret },
  });
  const stored = [{ name: 'DOCENT_HINT_SECRET', state: 'stored' }];
  expect((await first.connected()).site).toMatchObject({ kind: 'web', credentials: stored });
  await first.send('PUT', '/connected-site', { address, kind: 'web' });
  expect((await first.connected()).site?.credentials).toEqual(stored);
  for (const at of ['/connected-site', '/changes', '/system/info'])
    expect((await first.send('GET', at)).text).not.toContain(secret);
  expect(JSON.stringify(first.log)).not.toContain(secret);
  await first.close();

  const other = await start({ DOCENT_SECRET_KEY: 'another-key-of-an-installation' });
  expect((await other.connected()).site?.credentials).toEqual([
    { name: 'DOCENT_HINT_SECRET', state: 'unreadable' },
  ]);
  await other.send('PUT', '/connected-site', { address: 'http://127.0.0.1:9/', kind: 'web' });
  expect((await other.connected()).site?.credentials).toEqual([]);
}, 90_000);

test('SITE4: what the operator has set is named and not changed; a wrong or an older save is refused', async () => {
  const set = await start({ DOCENT_SITE: address });
  expect(await set.connected()).toMatchObject({ source: 'settings', settings: ['DOCENT_SITE'] });
  const refused = await set.send('PUT', '/connected-site', { address });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('DOCENT_SITE')]);
  expect((await set.send('DELETE', '/connected-site')).status).toBe(409);
  await set.close();
  await rm(join(folder, 'data'), { recursive: true });

  const free = await start();
  for (const wrong of [
    { address: '' },
    { address: 'https://name:password@blog.example' },
    { address: 'ftp://blog.example' },
    { address, kind: 'joomla' },
    { address, kind: 'ghost', credentials: { DOCENT_GHOST_ADMIN_KEY: 'no-key' } },
  ])
    expect([wrong, (await free.send('PUT', '/connected-site', wrong)).status]).toEqual([wrong, 400]);
  await free.send('PUT', '/connected-site', { address, basedOn: 0 });
  const stale = await free.send('PUT', '/connected-site', { address: 'http://127.0.0.1:9/', basedOn: 0 });
  expect([stale.status, stale.body['conflicts']]).toEqual([
    409,
    [expect.objectContaining({ yours: 'http://127.0.0.1:9/', theirs: address })],
  ]);
  expect((await free.connected()).site?.address).toBe(address);
  // So is a disconnection (CFG29).
  const unseen = await free.send('DELETE', '/connected-site?basedOn=0');
  expect([unseen.status, unseen.body['conflicts']]).toEqual([
    409,
    [expect.objectContaining({ path: 'site.address', yours: null, theirs: address })],
  ]);
  const { revision } = (await free.send('GET', '/connected-site')).body as { revision: number };
  expect((await free.send('DELETE', `/connected-site?basedOn=${revision}`)).status).toBe(200);
}, 90_000);
