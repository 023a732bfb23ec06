import { DatabaseSync } from 'node:sqlite';

/** A file lock of the operating system, released by the kernel when the process ends in any way. */
export interface FileLock {
  release(): void;
}

const busyCode = 5;

/**
 * Locks a file, creating it if needed; `undefined` while any process, this one included, holds it. Node has no API for
 * file locks, but SQLite locks files on all platforms: this is an exclusive transaction that never writes, so it needs
 * no disk space. The file must not be opened in any other way, since closing it would release the lock. Throws SQLite's
 * error when the file cannot be opened.
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
