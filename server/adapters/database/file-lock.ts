import { statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isNoDatabase } from './sqlite-faults.ts';

/** A file lock of the operating system, released by the kernel when the process ends in any way. */
export interface FileLock {
  release(): void;
}

const busyCode = 5;

/**
 * Locks a file, creating it if needed; `undefined` while any process, this one included, holds it. Node has no API for
 * file locks, but SQLite locks files on all platforms: this is an exclusive transaction that never writes, so it needs
 * no disk space. The file must not be opened in any other way, since closing it would release the lock. What a failing
 * disk has left in it is removed. Throws SQLite's error when the file cannot be opened, and one with its path when it is
 * a folder.
 */
export function lockFile(path: string): FileLock | undefined {
  try {
    return lockOn(path);
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
    // Nobody holds it: a lock is found before the file is read. The file itself stays, so that another process locks the same.
    truncateSync(path);
    return lockOn(path);
  }
}

function lockOn(path: string): FileLock | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path });
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
