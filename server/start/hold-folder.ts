import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lockFile, type FileLock } from '../adapters/database/file-lock.ts';
import { SettingError } from '../env.ts';
import type { Log } from '../ports/log.ts';

/** A running service is given so long to begin its end before the start is refused: some restarts overlap a little. */
const overlapMs = 5_000;
/** What a stopping service may need beyond the time it gives its answers. */
const closingMs = 10_000;
const lookMs = 200;

/** The data folder of an SQLite service, held for one process. */
export interface FolderHold {
  /** Tells whoever waits for the folder that it will be free soon. */
  stopping(): Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** How long it may take to end, once it has begun to; `undefined` while it serves. */
  readonly stopSeconds?: number;
}

/**
 * Makes this process the only service on a data folder; commands that run beside it need no hold. A service that is
 * stopping is waited for, with one line in the log. Throws {@link SettingError} naming the process that stays.
 */
export async function holdFolder(deps: {
  readonly dataDir: string;
  readonly stopSeconds: number;
  readonly log: Log;
  readonly overlapMs?: number;
}): Promise<FolderHold> {
  const { dataDir, stopSeconds, log } = deps;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const note = join(dataDir, 'docent.pid');
  const lock = await lockInTime(join(dataDir, 'service.lock'), note, log, deps.overlapMs ?? overlapMs);
  const tell = (holder: Holder) =>
    // A full disk is no reason to have no lock; the note is for people only.
    writeFile(note, `${JSON.stringify(holder)}\n`, { mode: 0o600 }).catch(() => undefined);
  await tell({ pid: process.pid });
  return {
    stopping: () => tell({ pid: process.pid, stopSeconds }),
    async release() {
      await rm(note, { force: true });
      lock.release();
    },
  };
}

async function lockInTime(path: string, note: string, log: Log, patienceMs: number): Promise<FileLock> {
  const since = performance.now();
  let hasTold = false;
  for (;;) {
    const lock = lockFile(path);
    if (lock) return lock;
    const holder = await readHolder(note);
    const who = holder ? `process ${holder.pid}` : 'another process';
    const waits = holder?.stopSeconds === undefined ? patienceMs : holder.stopSeconds * 1000 + closingMs;
    if (performance.now() - since > waits)
      throw new SettingError(
        `DOCENT_DATA_DIR: ${who} serves from this folder; stop it first, or give this one a folder of its own`,
      );
    if (!hasTold)
      log.warn({ holder: holder?.pid }, 'another process holds the data folder; waiting for its end');
    hasTold = true;
    await pause(lookMs);
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder)) return undefined;
    const seconds = 'stopSeconds' in holder ? Number(holder.stopSeconds) : undefined;
    return { pid: Number(holder.pid), ...(seconds !== undefined && { stopSeconds: seconds }) };
  } catch {
    return undefined;
  }
}
