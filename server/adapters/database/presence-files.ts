import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Presence } from '../../kit/database.ts';
import { lockFile, type FileLock } from './file-lock.ts';

const ending = '.lock';

/**
 * Liveness marks as locked files, one for each process, in a folder beside the database. Files of dead processes are
 * deleted.
 */
export function createPresenceFiles(folder: string): Presence {
  const held = new Map<string, FileLock>();
  const fileOf = (id: string) => join(folder, `${id.replaceAll(/[^\w-]/g, '_')}${ending}`);

  /** Tests by taking the lock; a file that nobody holds belongs to a dead process and is deleted. */
  const isLocked = (path: string): boolean => {
    if (!existsSync(path)) return false;
    const lock = lockFile(path);
    if (!lock) return true;
    rmSync(path, { force: true });
    lock.release();
    return false;
  };

  return {
    isCertain: true,
    async enter(id) {
      if (held.has(id)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) if (name.endsWith(ending)) isLocked(join(folder, name));
      // Another process may delete the file as unused before it is locked here.
      for (let tries = 0; tries < 20; tries += 1) {
        const lock = lockFile(fileOf(id));
        if (lock && existsSync(fileOf(id))) return void held.set(id, lock);
        lock?.release();
        await pause(10);
      }
      throw new Error(`${fileOf(id)} cannot be locked`);
    },
    isMarked: async (id) => held.has(id) || isLocked(fileOf(id)),
    async leave(id) {
      held.get(id)?.release();
      if (held.delete(id)) rmSync(fileOf(id), { force: true });
    },
  };
}

/** Liveness marks for a database in memory, which has one process. */
export function createPresenceInMemory(): Presence {
  const held = new Set<string>();
  return {
    isCertain: true,
    enter: async (id) => void held.add(id),
    isMarked: async (id) => held.has(id),
    leave: async (id) => void held.delete(id),
  };
}
