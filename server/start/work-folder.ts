import { access, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../adapters/database/file-lock.ts';

/** Begin the names of work folders, by what is done in them. */
export const workPrefix = {
  backup: '.docent-backup-',
  upload: '.docent-upload-',
  download: '.docent-download-',
  restore: '.restoring-',
  rollback: '.rollback-',
} as const;

type WorkPrefix = (typeof workPrefix)[keyof typeof workPrefix];

/** Name of the lock in a work folder. */
const lockName = 'work.lock';
/** A folder without a lock is that of an earlier version, or one that was made this moment. */
const graceMs = 60_000;

/** A folder for the work of one process. Its lock is released by the kernel when that process ends in any way. */
export interface WorkFolder {
  readonly folder: string;
  readonly lock: FileLock;
}

/** Works in a folder of its own, which is gone afterwards, with what killed processes have left of this kind. */
export async function inWorkFolder<T>(
  below: string,
  prefix: WorkPrefix,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(below, prefix);
  const { folder, lock } = await makeWorkFolder(below, prefix);
  try {
    return await work(folder);
  } finally {
    lock.release();
    // After a damaged archive the unpacking may still be writing the file that it had begun.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** The folder is not removed. */
export async function makeWorkFolder(below: string, prefix: WorkPrefix): Promise<WorkFolder> {
  const folder = await mkdtemp(join(below, prefix));
  const lock = lockFile(join(folder, lockName));
  if (!lock) throw new Error(`${folder} is in use`);
  return { folder, lock };
}

/** Removes the work folders whose processes have ended, such as killed ones. What cannot be removed stays. */
export async function removeAbandoned(below: string, prefix: WorkPrefix): Promise<void> {
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
