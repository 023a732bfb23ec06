import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { readEnv } from '../../server/env.ts';
import { backUp } from '../../server/start/backup/backup.ts';
import { unpack } from '../../server/adapters/archive/archive.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-forgotten-'));
  file = join(folder, 'docent.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  createTestApp({
    db: openSqlite(file),
    host: createFakeHost([{ id: 'a', title: 'Quokkas', text: 'The quokka lives on an island.' }]),
    models: createFakeModels({ chat: () => 'It swims in rivers.' }),
  });

const address = '203.0.113.177';

const ask = (app: TestApp, name: string) =>
  app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    payload: { message: `Where does ${name} swim?` },
    headers: { 'user-agent': 'wanderfalke', 'x-forwarded-for': address },
  });

/** What else counts an address: searches, small talk and attempts to sign in. */
async function besides(app: TestApp): Promise<void> {
  const headers = { 'x-forwarded-for': address };
  await app.inject({ url: `${publicPrefix}/search/halo-results?keyword=quokka`, headers });
  await app.inject({ method: 'POST', url: `${publicPrefix}/chat`, payload: { message: 'hello' }, headers });
  await app.inject({ method: 'POST', url: '/login', payload: { password: 'a wrong one' }, headers });
}

/** The parts of the secret words that stand in the files of the database. */
const found = (path: string): readonly string[] =>
  [path, `${path}-wal`].flatMap((one) => {
    const bytes = existsSync(one) ? readFileSync(one, 'latin1') : '';
    return ['zebrafi', 'wanderfalke', address].filter((word) => bytes.includes(word));
  });

test('CL12: questions that are deleted stand neither in the database, nor in the files beside it, nor in an archive', async () => {
  await using app = await open();
  for (let n = 0; n < 60; n += 1) await ask(app, `zebrafish-${n}`);
  await ask(app, 'a whale');
  await besides(app);
  expect(new Set(found(file))).toEqual(new Set(['zebrafi', 'wanderfalke', address]));
  const cleared = await app.inject({
    method: 'POST',
    url: `${consolePrefix}/chat-logs/clear`,
    headers: { ...asAdmin, 'content-type': 'application/json' },
    payload: JSON.stringify({ question: 'zebrafish' }),
  });
  expect(cleared.json()).toMatchObject({ deleted: 60 });
  expect(found(file)).not.toContain('zebrafi');
  await app.inject({
    method: 'POST',
    url: `${consolePrefix}/chat-logs/clear`,
    headers: asAdmin,
  });
  expect(found(file)).toEqual([]);
  const archive = join(folder, 'archive.tgz');
  await backUp(readEnv({ DOCENT_DATA_DIR: folder }), archive, '1');
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await unpack(archive, unpacked);
  expect(found(join(unpacked, 'content/docent.sqlite'))).toEqual([]);
});

test('CL12: the file of an earlier version is rewritten once, and shrinks when much is deleted', async () => {
  const earlier = new DatabaseSync(file);
  earlier.exec('create table old (text text); insert into old values (zeroblob(200000))');
  earlier.exec(
    "insert into old values ('zebrafish'); delete from old where text = 'zebrafish'; PRAGMA journal_mode = WAL",
  );
  earlier.close();
  await using app = await open();
  expect(found(file)).toEqual([]);
  const filler = new DatabaseSync(file);
  filler.exec('create table filler (bytes blob)');
  for (let n = 0; n < 20; n += 1) filler.exec('insert into filler values (zeroblob(200000))');
  filler.exec('drop table filler');
  filler.close();
  await ask(app, 'zebrafish-1');
  const before = statSync(file).size;
  await app.inject({ method: 'POST', url: `${consolePrefix}/chat-logs/clear`, headers: asAdmin });
  expect(before - statSync(file).size).toBeGreaterThan(3_000_000);
  expect(found(file)).toEqual([]);
});
