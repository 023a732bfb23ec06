import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../server/adapters/log.ts';
import { addModel } from '../../server/adapters/models/edit-models-file.ts';
import { createApp } from '../../server/app.ts';
import { backup } from '../../server/cli/database/backup.ts';
import type { Command } from '../../server/cli/command.ts';
import { migrate } from '../../server/cli/database/migrate.ts';
import { restore } from '../../server/cli/database/restore.ts';
import { vacuum } from '../../server/cli/database/vacuum.ts';
import { readEnv } from '../../server/env.ts';
import { openPorts } from '../../server/open-ports.ts';
import { holdFolder } from '../../server/start/hold-folder.ts';
import { makeWorkFolder, workPrefix } from '../../server/start/work-folder.ts';
import { projectRoot } from '../source-files.ts';

let folder: string;
let dataDir: string;
let printed = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-backup-'));
  dataDir = join(folder, 'data');
  await mkdir(join(folder, 'blog'));
  await writeFile(
    join(folder, 'blog/limits.md'),
    '# Limits\n\nTokens and answers are limited on the usage page.\n',
  );
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  printed = '';
  await rm(folder, { recursive: true, force: true });
});

const variables = (dir = dataDir) => ({
  DOCENT_DATA_DIR: dir,
  DOCENT_CONTENT_DIR: join(folder, 'blog'),
  DOCENT_ADMIN_TOKEN: 'fixture-token-0123456789',
});
const run = (command: Command, words: readonly string[], dir = dataDir) =>
  command.run({ words, variables: variables(dir), text: () => undefined, flag: () => false });

/** The whole service on a data folder, started. */
async function open(dir = dataDir) {
  const app = await createApp(await openPorts(readEnv(variables(dir)), createLog('silent')));
  await app.start();
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const asAdmin = { authorization: 'Bearer fixture-token-0123456789' };
const console_ = '/apis/console.api.ai-suite.svc.run/v1alpha1';
const ask = (app: App) =>
  app.server.inject({
    method: 'POST',
    url: '/apis/api.ai-suite.svc.run/v1alpha1/chat',
    payload: { message: 'Where are tokens limited?' },
  });
const get = async (app: App, path: string) =>
  (await app.server.inject({ url: `${console_}${path}`, headers: asAdmin })).json();

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

describe('BAK1: a backup of a running installation is whole and free of keys', () => {
  test('BAK2: restored into an empty folder it has every record, attachment and model name', async () => {
    const archive = join(folder, 'one-backup.tar.gz');
    {
      await using app = await open();
      await ask(app);
      await mkdir(join(dataDir, 'attachments'));
      await writeFile(join(dataDir, 'attachments/pet.png'), 'a picture');
      const key = 'sk-secret-of-a-model';
      const baseUrl = 'https://models.example.org/v1';
      const talker = {
        name: 'talker',
        kind: 'chat',
        baseUrl,
        model: 'talk-1',
        keyName: 'TALK_KEY',
        key,
      } as const;
      await addModel(join(dataDir, 'models.json'), talker, {});
      expect(await run(backup, [archive])).toBe(0);
      // The service goes on; what comes later is not in the copy.
      await ask(app);
      expect((await get(app, '/chat-logs')).total).toBe(2);
    }
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const plain = gunzipSync(await readFile(archive));
    for (const secret of ['sk-secret-of-a-model', 'fixture-token-0123456789'])
      expect(plain.includes(secret)).toBe(false);
    const restored = join(folder, 'restored');
    expect(await run(restore, [archive], restored)).toBe(0);
    expect(printed).toContain('were restored and verified');
    expect((await readdir(restored)).toSorted()).toEqual(['attachments', 'docent.sqlite', 'models.json']);
    expect((await stat(join(restored, 'docent.sqlite'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(restored, 'attachments/pet.png'), 'utf8')).toBe('a picture');
    await using app = await open(restored);
    expect((await get(app, '/chat-logs')).total).toBe(1);
    expect((await ask(app)).json().citations[0].title).toBe('Limits');
    // Without its key the model cannot be connected; the service says so and goes on.
    const { warnings } = await get(app, '/system/info');
    expect(warnings).toMatchObject([{ code: 'models_file', message: expect.stringContaining('TALK_KEY') }]);
  });

  /** A backup of an installation with one question, and an empty folder to restore it into. */
  async function archived() {
    const archive = join(folder, 'one.tar.gz');
    {
      await using app = await open();
      await ask(app);
    }
    await run(backup, [archive]);
    const restored = join(folder, 'restored');
    await mkdir(restored);
    return { archive, restored };
  }

  test('BAK3: a restore that was killed can be repeated', async () => {
    const { archive, restored } = await archived();
    const killed = await makeWorkFolder(restored, workPrefix.restore);
    await mkdir(join(killed.folder, 'content'));
    await writeFile(join(killed.folder, 'content/docent.sqlite'), 'half of it');
    killed.lock.release();
    expect(await run(restore, [archive], restored)).toBe(0);
    expect(await readdir(restored)).toEqual(['docent.sqlite']);
  });

  test('BAK3: a service that begins in the folder while an archive is unpacked keeps its files', async () => {
    const { archive, restored } = await archived();
    const begun = (async () => {
      await vi.waitUntil(async () => (await readdir(restored)).length > 0, { interval: 1 });
      await writeFile(join(restored, 'docent.sqlite'), 'of the service');
    })();
    await expect(run(restore, [archive], restored)).rejects.toThrow('is not empty; nothing is overwritten');
    await begun;
    expect(await readdir(restored)).toEqual(['docent.sqlite']);
    expect(await readFile(join(restored, 'docent.sqlite'), 'utf8')).toBe('of the service');
  });

  test('BAK3: nothing is overwritten, and a cut or foreign file leaves the folder empty', async () => {
    const archive = join(folder, 'one.tar.gz');
    {
      await using app = await open();
      await ask(app);
    }
    await run(backup, [archive]);
    await expect(run(backup, [archive])).rejects.toThrow('already exists');
    await expect(run(restore, [archive])).rejects.toThrow('is not empty; nothing is overwritten');
    const whole = (await stat(archive)).size;
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      const cut = join(folder, 'cut.tar.gz');
      const empty = join(folder, 'empty');
      await cp(archive, cut);
      await truncate(cut, Math.floor(whole * share));
      await expect(run(restore, [cut], empty), `${share} of it`).rejects.toThrow(/cut off|no backup|damaged/);
      expect(await readdir(empty)).toEqual([]);
    }
    await writeFile(join(folder, 'other'), 'no archive at all');
    await expect(run(restore, [join(folder, 'other')], join(folder, 'empty'))).rejects.toThrow(
      'not a backup of Docent',
    );
    await expect(run(backup, [join(folder, 'two')], join(folder, 'nowhere'))).rejects.toThrow('no database');
  });
});

test('CLI8: unused room goes back to the disk, but not below a service that runs', async () => {
  {
    await using app = await open();
    await ask(app);
  }
  const hold = await holdFolder({ dataDir, stopSeconds: 0, log: createLog('silent'), overlapMs: 0 });
  await expect(run(vacuum, [])).rejects.toThrow('uses this folder');
  await hold.release();
  expect(await run(vacuum, [])).toBe(0);
  expect(printed).toMatch(/docent\.sqlite: [\d.]+ MB before, [\d.]+ MB now\n.* MB {2}\w+/);
});

describe('MIG1: a data folder of an earlier version is upgraded with all its records', () => {
  test.each(['schema-1', 'schema-2', 'schema-3', 'schema-4'])('%s', async (name) => {
    await mkdir(dataDir);
    const packed = await readFile(join(projectRoot, `test/fixtures/data-folders/${name}.sqlite.gz`));
    await writeFile(join(dataDir, 'docent.sqlite'), gunzipSync(packed));
    expect(await run(migrate, [])).toBe(0);
    expect(printed).toMatch(/Steps that were run: .*usage\/3/);
    await using app = await open();
    expect((await get(app, '/config')).chat.welcomeMessage).toBe('Kept from an older version');
    expect((await get(app, '/chat-logs')).total).toBe(1);
    expect((await get(app, '/account/tokens')).tokens).toMatchObject([{ name: 'an old program' }]);
    expect((await get(app, '/usage/stats?range=30d')).totals.calls).toBeGreaterThan(0);
    expect((await ask(app)).json().citations[0].title).toBe('Limits');
  });
});

test('MIG2: a data folder of a newer version is refused and not touched', async () => {
  await (await open())[Symbol.asyncDispose]();
  const { DatabaseSync } = await import('node:sqlite');
  const file = join(dataDir, 'docent.sqlite');
  const connection = new DatabaseSync(file);
  connection.exec("INSERT INTO schema_migrations (name) VALUES ('future/1')");
  connection.close();
  const before = await hashOf(file);
  await expect(open()).rejects.toThrow(
    'was written by a newer version of Docent, which has changed its tables (future/1)',
  );
  await expect(run(migrate, [])).rejects.toThrow('newer version');
  await run(backup, [join(folder, 'new.tar.gz')]);
  const elsewhere = join(folder, 'elsewhere');
  await expect(run(restore, [join(folder, 'new.tar.gz')], elsewhere)).rejects.toThrow('newer version');
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await hashOf(file)).toBe(before);
});
