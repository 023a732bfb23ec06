import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseHealth } from '../../kit/database.ts';

/** Kept aside for the administrator to sign in and delete when everything else is used up, in bytes. */
const reserveBytes = 2 * 1024 ** 2;
/** With less left than this, on the disk and inside the file, nothing of visitors is stored any more. */
const leastBytes = 1024 ** 2;
/** With so much left again it is; more than the reserve gives back by itself. */
const enoughBytes = 2 * reserveBytes;

/** Watches the disk of a database. */
export interface DiskRoom {
  /** A write has failed for lack of space. */
  ranOut(): void;
  health(): DatabaseHealth;
}

export const noDiskRoom: DiskRoom = {
  ranOut: () => {},
  health: () => ({ ok: true, code: '', reason: '' }),
};

/**
 * Keeps a small file beside the database and gives it up when the disk is full, so that there is room for signing in
 * and for deleting. What is deleted becomes free inside the database file; that counts as room, too.
 */
export function createDiskRoom(
  path: string,
  connection: DatabaseSync,
  onDisk = () => freeBytes(path),
): DiskRoom {
  const reserve = `${path}.reserve`;
  let isFull = false;

  const insideFile = (): number => pragma(connection, 'freelist_count') * pragma(connection, 'page_size');
  const keepReserve = () => {
    try {
      if (onDisk() >= 2 * enoughBytes) writeFileSync(reserve, Buffer.alloc(reserveBytes, 1), { mode: 0o600 });
    } catch {
      rmSync(reserve, { force: true });
    }
  };
  const giveUpReserve = () => {
    if (isFull) return;
    isFull = true;
    rmSync(reserve, { force: true });
  };
  const look = (): void => {
    if (!isFull) {
      if (onDisk() < leastBytes && insideFile() < leastBytes) giveUpReserve();
    } else if (onDisk() >= enoughBytes || insideFile() >= leastBytes) {
      isFull = false;
      keepReserve();
    }
  };
  tryTo(look);
  if (!isFull) keepReserve();

  return {
    ranOut() {
      giveUpReserve();
      // The log of changes is written from its beginning again, which takes no new space.
      if (!connection.isTransaction) tryTo(() => connection.exec('PRAGMA wal_checkpoint(RESTART)'));
    },
    health() {
      tryTo(look);
      return isFull
        ? { ok: false, code: 'disk_full', reason: 'The disk of the data folder is full' }
        : { ok: true, code: '', reason: '' };
    },
  };
}

/** What an ordinary user can still write on the disk of a file. */
function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

const pragma = (connection: DatabaseSync, name: string): number =>
  Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);

/** Looking after the disk must not fail what is asked of the database. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The next look tries again.
  }
}
