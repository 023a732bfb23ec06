import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../../../test/app.ts';
import { consolePrefix } from '../../../contract/api.ts';

const url = `${consolePrefix}/system/backup`;
let copyFolder: string;
let app: TestApp;
/** Ends the copying, when a test has asked to wait for it. */
let copied: PromiseWithResolvers<void>;
let copies = 0;

beforeEach(async () => {
  copyFolder = await mkdtemp(join(tmpdir(), 'docent-copies-'));
  copied = Promise.withResolvers();
  copies = 0;
  const db = openMigrated();
  app = await createTestApp({
    copyFolder,
    db: {
      ...db,
      // Larger than the system's buffers for a client that does not read.
      backup: async (path) => {
        copies++;
        await writeFile(path, Buffer.alloc(32 * 1024 * 1024, 'q'));
        await copied.promise;
      },
    },
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  copied.resolve();
  await app[Symbol.asyncDispose]();
  await rm(copyFolder, { recursive: true, force: true });
});

const isEmpty = async () => (await readdir(copyFolder)).length === 0;
const connections = () =>
  new Promise<number>((resolve) => app.server.server.getConnections((_error, count) => resolve(count)));
const begin = () => {
  const request = get(`${app.server.listeningOrigin}${url}`, { headers: asAdmin, agent: false });
  request.on('error', () => undefined);
  return request;
};

test('BAK4: a client that leaves while the copy is made leaves nothing of it', async () => {
  const request = begin();
  await vi.waitUntil(async () => copies === 1 && !(await isEmpty()));
  request.destroy();
  await vi.waitUntil(async () => (await connections()) === 0);
  copied.resolve();
  expect(await vi.waitUntil(isEmpty)).toBe(true);
});

test('BAK4: the copy has no name any more while it is sent, and whoever leaves half way ends it', async () => {
  copied.resolve();
  const request = begin();
  const reply = await new Promise<import('node:http').IncomingMessage>((resolve) =>
    request.on('response', resolve),
  );
  expect([reply.statusCode, await isEmpty()]).toEqual([200, true]);
  const left = vi.waitUntil(async () => (await connections()) === 0);
  request.destroy();
  await left;
  expect(app.log.errors).toEqual([]);
});

test('BAK4: HEAD tells the headers and copies nothing', async () => {
  const reply = await app.inject({ method: 'HEAD', url, headers: asAdmin });
  expect([reply.statusCode, copies, reply.headers['content-type']]).toEqual([
    200,
    0,
    'application/vnd.sqlite3',
  ]);
});
