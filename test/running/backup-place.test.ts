import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupName } from '../../server/start/backup/backup.ts';
import {
  archivePath,
  assertMounted,
  assertPlace,
  oldArchives,
  removeOld,
} from '../../server/start/backup/backup-place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-place-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('BAK6: a backup into a missing folder, or one whose disk is not mounted, is refused', async () => {
  const disk = join(folder, 'the disk');
  await mkdir(join(disk, 'docent'), { recursive: true });
  const [wanted, mounted] = [join(folder, 'fstab'), join(folder, 'mounts')];
  const line = `/dev/sdb1 ${disk.replaceAll(' ', '\\040')} ext4 noauto 0 2\n`;
  await writeFile(wanted, `# ${line}/dev/sda1 / ext4 defaults 0 1\nUUID=1 none swap sw 0 0\n${line}`);
  await writeFile(mounted, '/dev/sda1 / ext4 rw 0 0\n');
  const place = (path: string) => assertPlace(path, { wanted, mounted });
  await expect(place(join(folder, 'nowhere/a.tar.gz'))).rejects.toThrow('there is no folder');
  await expect(place(join(disk, 'docent/a.tar.gz'))).rejects.toThrow('is not mounted');
  await expect(place(join(disk, 'a.tar.gz'))).rejects.toThrow('is not mounted');
  await place(join(folder, 'a.tar.gz'));
  await writeFile(mounted, line);
  await place(join(disk, 'docent/a.tar.gz'));
});

test('BAK6: with --require-mount, a folder on the disk of the system is refused', async () => {
  await expect(assertMounted(folder, tmpdir())).rejects.toThrow('is on the disk of the system');
  await assertMounted(folder, '/proc');
  // That it is missing is told otherwise.
  await assertMounted(join(folder, 'nowhere'));
});

test('BAK6: names follow the time, and the archive just made stays whatever the clock said before', () => {
  const at = (time: string) => backupName(new Date(time));
  const names = ['2026-01-09T23:59:59.999Z', '2026-01-10T00:00:00Z', '2026-01-10T00:00:01Z'].map(at);
  expect(names[1]).toMatch(/^docent-2026-01-10-00-00-00[\da-f]{2}\.tar\.gz$/);
  expect(names.toSorted()).toEqual(names);
  const [first = '', second = '', third = ''] = names;
  const ahead = at('2031-06-01T03:00:00Z');
  // A name of a later time takes no place from one that is newer in truth.
  expect(oldArchives([ahead, ...names], { made: third, keep: 2 })).toEqual([first, ahead]);
  expect(oldArchives([ahead, ...names], { made: third, keep: 3 })).toEqual([ahead]);
  expect(oldArchives([ahead, third], { made: third, keep: 1 })).toEqual([ahead]);
  expect(oldArchives([first, second], { made: 'own-name.tar.gz', keep: 1 })).toEqual([first]);
});

test('BAK6: of the archives of a folder the newest stay, and files of other names', async () => {
  const named = (day: string) => `docent-2026-01-${day}-03-00-0a1b.tar.gz`;
  for (const name of [named('02'), named('01'), `${named('03')}.age`, 'docent-monday.tar.gz', 'notes.txt'])
    await writeFile(join(folder, name), '');
  expect(await removeOld(folder, { made: `${named('03')}.age`, keep: 2 })).toEqual([named('01')]);
  expect((await readdir(folder)).toSorted()).toEqual(
    [named('02'), `${named('03')}.age`, 'docent-monday.tar.gz', 'notes.txt'].toSorted(),
  );
  expect(await archivePath(folder, 'new')).toBe(join(folder, 'new'));
  expect(await archivePath(join(folder, 'notes.txt'), 'new')).toBe(join(folder, 'notes.txt'));
});
