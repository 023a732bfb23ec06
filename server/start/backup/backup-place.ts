import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SettingError } from '../../env.ts';

/** The name that `docent backup` gives an archive. */
const archiveName = /^docent-\d{4}-\d\d-\d\d-\d\d-\d\d-[\da-f]{4}\.tar\.gz(?:\.age)?$/;

/** Path of a new archive: in `named` where that is a folder, otherwise at it. */
export async function archivePath(named: string, name: string): Promise<string> {
  const path = resolve(named);
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? join(path, name) : path;
}

/**
 * Throws {@link SettingError} for a folder that is missing or whose disk is not mounted: a backup on the wrong disk is none.
 *
 * @param tables - the disks that should be mounted, and those that are
 */
export async function assertPlace(
  target: string,
  tables = { wanted: '/etc/fstab', mounted: '/proc/self/mounts' },
): Promise<void> {
  const folder = dirname(target);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new SettingError(`backup: there is no folder ${folder}; mount its disk, or make it first`);
  const wanted = await mountPoints(tables.wanted);
  const mounted = new Set(await mountPoints(tables.mounted));
  const missing = wanted.find((point) => isBelow(folder, point) && !mounted.has(point));
  if (missing !== undefined)
    throw new SettingError(`backup: the disk of ${missing} is not mounted; mount it, or name another folder`);
}

/** Throws {@link SettingError} where a folder is on the disk of the system, `root`, and so not on one that was mounted. */
export async function assertMounted(folder: string, root = '/'): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined && found.dev === (await stat(root)).dev)
    throw new SettingError(
      `backup: --require-mount: ${folder} is on the disk of the system; mount the disk of the backups first`,
    );
}

/** The second field of each line of `fstab`; none where there is no such file. */
async function mountPoints(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [device = '', point = ''] = line.trim().split(/\s+/);
    if (device === '' || device.startsWith('#') || !/^\/./.test(point)) return [];
    // Blanks and backslashes are written in octal.
    return point.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
  });
}

const isBelow = (folder: string, point: string): boolean =>
  folder === point || folder.startsWith(`${point}/`);

/**
 * The archives that go: all but the one just made and the newest others, `keep` in all. The time in a name is that of a clock, which may
 * have been wrong, so that the new archive need not have the newest name: a name of a later time is no newer archive, and counts as the
 * oldest. Files of other names stay.
 */
export function oldArchives(names: readonly string[], { made, keep }: Retention): readonly string[] {
  const archives = names.filter((name) => archiveName.test(name));
  const others = archives.filter((name) => name !== made).toSorted();
  // An archive that was given a name of its own has no time to compare with.
  const isLater = (name: string) => archiveName.test(made) && minuteIn(name) > minuteIn(made);
  const newestFirst = [...others.filter(isLater), ...others.filter((name) => !isLater(name))].toReversed();
  return newestFirst.slice(others.length < archives.length ? keep - 1 : keep);
}

const minuteIn = (name: string): string => name.slice(0, 'docent-2026-01-01-00-00'.length);

export interface Retention {
  /** Name of the archive that was just made. */
  readonly made: string;
  /** Number of archives that stay. */
  readonly keep: number;
}

/** Removes the old archives of a folder; resolves with their names. */
export async function removeOld(folder: string, retention: Retention): Promise<readonly string[]> {
  const old = oldArchives(await readdir(folder), retention);
  for (const name of old) await rm(join(folder, name));
  return old;
}
