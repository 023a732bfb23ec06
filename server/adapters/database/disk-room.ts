import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explained } from '../../kit/explained.ts';
import type { DatabaseHealth } from '../../kit/database.ts';
import { pragma } from './pragma.ts';

/** Size of the reserve file in bytes: room for the administrator to log in and delete when the disk is full. */
const reserveBytes = 2 * 1024 ** 2;
/** Below this room, on the disk and inside the database file, visitors' data is no longer stored. */
const minBytes = 1024 ** 2;
/** Above this room it is stored again; must exceed what the reserve itself frees. */
const enoughBytes = 2 * reserveBytes;
/** Time for which visitors' answers do not try a disk that could not be written. */
const failingMs = 15_000;

/** Watches the disk space of a database. */
export interface DiskRoom {
  /** A write has failed for lack of space. */
  ranOut(): void;
  /** A read or write has failed for another reason, such as a quota of the user. */
  failed(): void;
  health(): DatabaseHealth;
}

export const noDiskRoom: DiskRoom = {
  ranOut: () => {},
  failed: () => {},
  health: () => ({ ok: true, code: '', reason: '' }),
};

/**
 * Keeps a small reserve file beside the database and deletes it when the disk is full, so that an administrator can log
 * in and delete. Pages freed inside the database file count as room, too.
 */
export function createDiskRoom(
  path: string,
  connection: DatabaseSync,
  { onDisk = () => freeBytes(path), now = () => performance.now() } = {},
): DiskRoom {
  const reserve = `${path}.reserve`;
  let isFull = false;
  let failedAt = Number.NEGATIVE_INFINITY;

  const insideFile = (): number => pragma(connection, 'freelist_count') * pragma(connection, 'page_size');
  const keepReserve = () => {
    try {
      if (onDisk() >= 2 * enoughBytes) writeFileSync(reserve, Buffer.alloc(reserveBytes, 1), { mode: 0o600 });
    } catch {
      tryTo(() => rmSync(reserve, { force: true }));
    }
  };
  const giveUpReserve = () => {
    if (isFull) return;
    isFull = true;
    tryTo(() => rmSync(reserve, { force: true }));
  };
  const look = (): void => {
    if (!isFull) {
      if (onDisk() < minBytes && insideFile() < minBytes) giveUpReserve();
    } else if (onDisk() >= enoughBytes || insideFile() >= minBytes) {
      isFull = false;
      keepReserve();
    }
  };
  tryTo(look);
  if (!isFull) keepReserve();

  return {
    ranOut() {
      giveUpReserve();
      // Restarts the write-ahead log from its beginning, which needs no new space.
      if (!connection.isTransaction) tryTo(() => connection.exec('PRAGMA wal_checkpoint(RESTART)'));
    },
    failed: () => void (failedAt = now()),
    health() {
      tryTo(look);
      const code = isFull ? 'disk_full' : now() - failedAt < failingMs ? 'disk_fails' : '';
      return { ok: code === '', code, reason: code === '' ? '' : explained(code).text };
    },
  };
}

/** Bytes free for ordinary users on the disk of a file. */
function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

/** Errors here must not fail the query that caused the check. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Tried again at the next check.
  }
}
