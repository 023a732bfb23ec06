import { access, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../adapters/database/file-lock.ts';

/** Name of the lock in a work folder. */
const lockName = 'work.lock';
/** A folder without a lock is that of an earlier version, or one that was made this moment. */
const graceMs = 60_000;

/** A folder for the work of one process. Its lock is released by the kernel when that process ends in any way. */
export interface WorkFolder {
  readonly folder: string;
  readonly lock: FileLock;
}

export async function makeWorkFolder(below: string, prefix: string): Promise<WorkFolder> {
  const folder = await mkdtemp(join(below, prefix));
  const lock = lockFile(join(folder, lockName));
  if (!lock) throw new Error(`${folder} is in use`);
  return { folder, lock };
}

/** Removes the work folders whose processes have ended, such as killed ones. What cannot be removed stays. */
export async function removeAbandoned(below: string, prefix: string): Promise<void> {
  const names = await readdir(below).catch(() => []);
  for (const name of names) {
    const folder = join(below, name);
    if (name.startsWith(prefix) && (await isAbandoned(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined);
  if (!made?.isDirectory()) return false;
  const path = join(folder, lockName);
  const isLockable = await access(path).then(
    () => true,
    () => false,
  );
  if (!isLockable) return Date.now() - made.mtimeMs > graceMs;
  try {
    const lock = lockFile(path);
    lock?.release();
    return lock !== undefined;
  } catch {
    // A folder of another user.
    return false;
  }
}
