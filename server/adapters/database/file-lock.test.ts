import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFile } from './file-lock.ts';
import { createPresenceFiles } from './presence-files.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'docent-lock-'))));
afterEach(() => rm(folder, { recursive: true }));

const sqliteHeader = `SQLite format 3\0${'\xff'.repeat(200)}`;

test.each(['garbage', sqliteHeader, 'x'.repeat(100_000)])(
  'RUN3: a lock file with the content of a failing disk is a lock, held by one at a time',
  async (content) => {
    const path = join(folder, 'service.lock');
    await writeFile(path, content);
    const lock = lockFile(path);
    expect(lock).toBeDefined();
    expect(lockFile(path)).toBeUndefined();
    lock?.release();
    const next = lockFile(path);
    expect(next).toBeDefined();
    next?.release();
  },
);

test('RUN4: a folder in the place of a lock file is named', async () => {
  const path = join(folder, 'service.lock');
  await mkdir(path);
  expect(() => lockFile(path)).toThrow(expect.objectContaining({ code: 'EISDIR', path }));
});

test('RUN2: what else lies beside the marks of processes stops nobody and stays', async () => {
  await mkdir(join(folder, 'other'));
  await writeFile(join(folder, 'note.txt'), 'a note');
  await writeFile(join(folder, 'dead.lock'), 'garbage');
  const presence = createPresenceFiles(folder);
  await presence.enter('one');
  expect(await presence.isMarked('one')).toBe(true);
  expect(await presence.isMarked('dead')).toBe(false);
  expect(await readdir(folder)).toEqual(['note.txt', 'one.lock', 'other']);
  await presence.leave('one');
});
