import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../adapters/database/sqlite.ts';
import { removeLeftovers } from './leftovers.ts';
import { makeWorkFolder, removeAbandoned, workPrefix } from './work-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-left-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const longAgo = new Date(Date.now() - 3 * 60 * 60_000);

/** A folder with files, last changed hours ago unless `isNew`. */
async function put(name: string, files: readonly string[], isNew = false): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  for (const file of files) await writeFile(join(folder, name, file), 'text');
  if (!isNew) await utimes(join(folder, name), longAgo, longAgo);
}

test('BAK4: a start removes the copies that a killed service has left, and nothing else', async () => {
  await put('data/copies/docent-backup-a1B2c3', ['docent.sqlite']);
  for (const prefix of Object.values(workPrefix)) {
    await put(`data/${prefix}a1B2c3`, ['docent.sqlite']);
    const killed = await makeWorkFolder(join(folder, 'data'), prefix);
    killed.lock.release();
  }
  const running = await makeWorkFolder(join(folder, 'data'), workPrefix.backup);
  await put('tmp/docent-backup-a1B2c3', ['docent.sqlite', 'docent.sqlite-journal']);
  await put('tmp/docent-backup-d4E5f6', ['docent.sqlite'], true);
  await put('tmp/docent-backup-mine', ['docent.sqlite']);
  await put('tmp/docent-backup-g7H8i9', ['docent.sqlite', 'notes.txt']);
  await removeLeftovers({ dataDir: join(folder, 'data') }, join(folder, 'tmp'));
  expect(await readdir(join(folder, 'data'))).toEqual([basename(running.folder)]);
  running.lock.release();
  expect((await readdir(join(folder, 'tmp'))).toSorted()).toEqual([
    'docent-backup-d4E5f6',
    'docent-backup-g7H8i9',
    'docent-backup-mine',
  ]);
  await expect(removeLeftovers({ dataDir: join(folder, 'none') }, join(folder, 'none'))).resolves.toBe(
    undefined,
  );
});

test('BAK4: work folders of processes that have ended are removed, the one of a running process stays', async () => {
  const { folder: running, lock } = await makeWorkFolder(folder, '.docent-backup-');
  const dead = await makeWorkFolder(folder, '.docent-backup-');
  dead.lock.release();
  await put('.docent-backup-x1y2z3', ['content']);
  await put('.docent-backup-n1n2n3', ['content'], true);
  await put('other', ['docent.tar.gz']);
  await removeAbandoned(folder, '.docent-backup-');
  expect((await readdir(folder)).toSorted()).toEqual(
    [running.split('/').at(-1) ?? '', '.docent-backup-n1n2n3', 'other'].toSorted(),
  );
  lock.release();
  await removeAbandoned(join(folder, 'missing'), '.docent-backup-');
});

test('BAK4: a copy of the database is readable for its owner alone', async () => {
  await chmod(folder, 0o755);
  const db = openSqlite(join(folder, 'docent.sqlite'));
  await db.backup?.(join(folder, 'copy.sqlite'));
  await db.close();
  expect((await stat(join(folder, 'copy.sqlite'))).mode & 0o777).toBe(0o600);
});
