import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readingVersion } from '../../../server/adapters/documents/document.ts';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import {
  createEmbeddedHost,
  type EmbeddedHostDeps,
} from '../../../server/adapters/hosts/embedded/embedded.ts';
import { createMemoryStores } from '../../../server/adapters/hosts/embedded/stores.ts';
import { defaultWatchRules } from '../../../server/adapters/hosts/embedded/watch.ts';
import type { Host } from '../../../server/ports/host.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createContentFolder, type ContentFolder } from '../../fakes/content-folder.ts';
import { docxOf, pdfOf } from '../../document-files.ts';
import { createTestLog } from '../../fakes/log.ts';

interface Started extends AsyncDisposable {
  readonly app: TestApp;
  readonly folder: ContentFolder;
}

const open: Started[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

const manual = pdfOf(
  [
    [{ text: 'Descaling', size: 18 }, 'Vinegar dissolves the limescale of the kettle within an hour.'],
    [{ text: 'Guarantee', size: 18 }, 'The guarantee of the kettle lasts for seven years.'],
  ],
  { title: 'Kettle manual' },
);
const files = {
  'welcome.md': '# Welcome\n\nWe sell kettles.',
  'files/kettle manual.pdf': manual,
  'fees.docx': docxOf('<w:p><w:r><w:t>Repairs of toasters are billed at twelve florins.</w:t></w:r></w:p>'),
  'scan.pdf': pdfOf([[], []]),
};

async function start(given: Readonly<Record<string, string | Uint8Array>> = files): Promise<Started> {
  const folder = await createContentFolder(given);
  const host = await createEmbeddedHost({
    ...folder,
    log: createTestLog(),
    clock: { now: Date.now },
    stores: createMemoryStores(),
    watch: { ...defaultWatchRules, quietMs: 20, maxWaitMs: 100 },
  });
  const app = await createTestApp({ host });
  const started = {
    app,
    folder,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
  open.push(started);
  return started;
}

interface Hit {
  readonly title: string;
  readonly url: string;
  readonly anchor?: string;
}

async function found(app: TestApp, keyword: string): Promise<readonly Hit[]> {
  const url = `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}`;
  // Each look comes from another address, so that no limit of searches ends them.
  const remoteAddress = `10.0.${looks >> 8}.${looks++ & 255}`;
  return (await app.inject({ url, remoteAddress })).json<{ articles: Hit[] }>().articles;
}

const turn = (app: TestApp, readDocuments: boolean) =>
  app.inject({
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: asAdmin,
    payload: { chunking: { readDocuments } },
  });

let looks = 0;
const patient = { timeout: 20_000, interval: 400 };

/** Addresses of the documents among what is found for a keyword. */
const documents = async (app: TestApp, keyword: string) =>
  (await found(app, keyword)).map(({ url }) => url).filter((url) => url.startsWith('/media/'));

test('PAPER1, PAPER3: documents of a folder are found like articles, a PDF by the number of its page', async () => {
  const { app } = await start();
  await expect.poll(() => documents(app, 'toasters florins'), patient).toEqual(['/media/fees.docx']);
  await expect
    .poll(() => found(app, 'guarantee lasts seven years'), patient)
    .toMatchObject([{ title: 'Kettle manual', url: '/media/files/kettle%20manual.pdf', anchor: 'page=2' }]);
});

test('PAPER4: what cannot be read is in the list of what was left out, with the reason', async () => {
  const { app } = await start();
  const url = `${consolePrefix}/system/info`;
  const problems = async () =>
    (await app.inject({ url, headers: asAdmin })).json<{ problems?: object[] }>().problems;
  await expect
    .poll(problems, patient)
    .toEqual([expect.objectContaining({ path: 'scan.pdf', reason: expect.stringContaining('no text') })]);
});

test('PAPER1: switched off they are gone, switched on again they are there', async () => {
  const { app } = await start();
  await expect.poll(() => documents(app, 'limescale vinegar'), patient).toHaveLength(1);
  expect((await turn(app, false)).statusCode).toBe(200);
  await expect.poll(() => documents(app, 'limescale vinegar'), patient).toEqual([]);
  expect((await turn(app, true)).statusCode).toBe(200);
  await expect.poll(() => documents(app, 'limescale vinegar'), patient).toHaveLength(1);
});

test('PAPER5: a changed document is read again, a removed one is gone', async () => {
  const { app, folder } = await start();
  await expect.poll(() => documents(app, 'toasters florins'), patient).toEqual(['/media/fees.docx']);
  await folder.write(
    'fees.docx',
    docxOf('<w:p><w:r><w:t>Repairs of mixers are free of charge.</w:t></w:r></w:p>'),
  );
  await expect.poll(() => documents(app, 'mixers free of charge'), patient).toContain('/media/fees.docx');
  await folder.remove('fees.docx');
  await expect.poll(() => documents(app, 'mixers free of charge'), patient).not.toContain('/media/fees.docx');
});

/** The host of a folder that an earlier one may have read. */
const openHost = (
  folder: Pick<EmbeddedHostDeps, 'contentDir' | 'dataDir'>,
  given: Partial<EmbeddedHostDeps> = {},
): Promise<Host> =>
  createEmbeddedHost({
    ...folder,
    log: createTestLog(),
    clock: { now: Date.now },
    stores: createMemoryStores(),
    ...given,
  });

const titles = async (host: Host) =>
  (await Array.fromAsync(host.heads())).map(({ title }) => title).toSorted();

test('PAPER5: after a restart what was read is listed from the first look on', async () => {
  const folder = await createContentFolder(files);
  const host = () => openHost(folder);
  const first = await host();
  first.readDocuments?.(true);
  await expect.poll(() => titles(first), patient).toEqual(['Kettle manual', 'Welcome', 'fees']);
  await first.close();
  const second = await host();
  second.readDocuments?.(true);
  expect(await titles(second)).toEqual(['Kettle manual', 'Welcome', 'fees']);
  await second.close();
  await folder[Symbol.asyncDispose]();
});

test('PAPER5: what cannot be kept on a full disk is read when there is room again, and what was there stays', async () => {
  const folder = await createContentFolder(files);
  const kept = join(folder.dataDir, 'index', 'documents');
  await mkdir(dirname(kept), { recursive: true });
  // A file in place of the folder refuses as a full disk does.
  await writeFile(kept, '');
  const log = createTestLog();
  const host = await openHost(folder, {
    log,
    watch: { ...defaultWatchRules, quietMs: 20, maxWaitMs: 100, rescanMs: 200 },
  });
  host.readDocuments?.(true);
  await expect.poll(() => log.warnings.length, patient).toBeGreaterThan(0);
  expect(await titles(host)).toEqual(['Welcome']);
  await rm(kept);
  await expect.poll(() => titles(host), patient).toEqual(['Kettle manual', 'Welcome', 'fees']);
  await host.close();
  await folder[Symbol.asyncDispose]();
});

test('PAPER5: what an earlier version has read stays listed until it is read again', async () => {
  const folder = await createContentFolder(files);
  const open = () => openHost(folder);
  const first = await open();
  first.readDocuments?.(true);
  await expect.poll(() => titles(first), patient).toEqual(['Kettle manual', 'Welcome', 'fees']);
  await first.close();
  const kept = join(folder.dataDir, 'index', 'documents');
  for (const name of (await readdir(kept)).filter((one) => one.endsWith('.json'))) {
    const stored = JSON.parse(await readFile(join(kept, name), 'utf8')) as object;
    await writeFile(join(kept, name), JSON.stringify({ ...stored, version: 1 }));
  }
  const second = await open();
  second.readDocuments?.(true);
  expect(await titles(second)).toEqual(['Kettle manual', 'Welcome', 'fees']);
  const versions = () =>
    Promise.all(
      readdirSync(kept)
        .filter((name) => name.endsWith('.json'))
        .map(
          async (name) =>
            (JSON.parse(await readFile(join(kept, name), 'utf8')) as { version: number }).version,
        ),
    );
  await expect.poll(versions, patient).toEqual(Array.from({ length: 3 }, () => readingVersion));
  await second.close();
  await folder[Symbol.asyncDispose]();
});
