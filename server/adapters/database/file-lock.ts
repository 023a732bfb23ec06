import { DatabaseSync } from 'node:sqlite';

/** A lock of the operating system on a file. The kernel gives it free when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

const busyCode = 5;

/**
 * Locks a file, creating it when it is not there; `undefined` while another process, or this one, holds it. Node has no
 * call for such locks, but SQLite takes them on all platforms: an exclusive transaction that never writes. It needs no
 * space on the disk. Nobody may open the file in another way: closing it would give the lock free.
 * Throws what SQLite throws when the file cannot be opened.
 */
export function lockFile(path: string): FileLock | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode) return undefined;
    throw error;
  }
}
