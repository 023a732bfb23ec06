import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lockFile, type FileLock } from '../adapters/database/file-lock.ts';
import { SettingError } from '../env.ts';
import type { Log } from '../ports/log.ts';

/** Wait for a running service to begin stopping before the start is refused, since some restarts overlap a little. */
const overlapMs = 5_000;
/** Time a stopping service may need beyond that for its answers. */
const closingMs = 10_000;
const pollMs = 200;

/** The data folder of an SQLite service, held for one process. */
export interface FolderHold {
  /** Notes where the service listens and which site it reads, for commands beside it. */
  serving(note: { readonly address: string; readonly site: string }): Promise<void>;
  /** Notes for waiting processes that this one is stopping. */
  stopping(): Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** Longest time until it has ended, once it is stopping; `undefined` while it serves. */
  readonly stopSeconds?: number;
  readonly address?: string;
  readonly site?: string;
}

/**
 * Makes this process the only service on a data folder; commands beside it need no lock. Waits for a service that is
 * stopping, with one line in the log. Throws {@link SettingError} that names the process in the way.
 */
export async function holdFolder(deps: {
  readonly dataDir: string;
  readonly stopSeconds: number;
  readonly log: Log;
  readonly overlapMs?: number;
}): Promise<FolderHold> {
  const { dataDir, stopSeconds, log } = deps;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const note = noteIn(dataDir);
  const lock = await acquireLock(join(dataDir, 'service.lock'), note, log, deps.overlapMs ?? overlapMs);
  const writeNote = (holder: Holder) =>
    // Without the note (disk full) the lock still holds; the note only serves messages.
    writeFile(note, `${JSON.stringify(holder)}\n`, { mode: 0o600 }).catch(() => undefined);
  await writeNote({ pid: process.pid });
  return {
    serving: (serving) => writeNote({ pid: process.pid, ...serving }),
    stopping: () => writeNote({ pid: process.pid, stopSeconds }),
    async release() {
      await rm(note, { force: true });
      lock.release();
    },
  };
}

const noteIn = (dataDir: string): string => join(dataDir, 'docent.pid');

/** Address and site of the service that holds a folder; `undefined` when none says so. */
export async function servingOn(dataDir: string): Promise<{ address: string; site: string } | undefined> {
  const { address, site = '' } = (await readHolder(noteIn(dataDir))) ?? {};
  return address === undefined ? undefined : { address, site };
}

async function acquireLock(path: string, note: string, log: Log, overlapMs: number): Promise<FileLock> {
  const since = performance.now();
  let hasWarned = false;
  let holder: Holder | undefined;
  for (;;) {
    const lock = lockFile(path);
    if (lock) return lock;
    // A process that ends removes its note before it gives the folder up.
    holder = (await readHolder(note)) ?? holder;
    const who = holder ? `process ${holder.pid}` : 'another process';
    const waits = holder?.stopSeconds === undefined ? overlapMs : holder.stopSeconds * 1000 + closingMs;
    if (performance.now() - since > waits)
      throw new SettingError(
        `DOCENT_DATA_DIR: ${who} uses this folder; stop it first, or set another folder`,
      );
    if (!hasWarned)
      log.warn({ holder: holder?.pid }, 'another process uses the data folder; waiting until it has stopped');
    hasWarned = true;
    await pause(pollMs);
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder)) return undefined;
    const seconds = 'stopSeconds' in holder ? Number(holder.stopSeconds) : undefined;
    return {
      pid: Number(holder.pid),
      ...(seconds !== undefined && { stopSeconds: seconds }),
      ...('address' in holder && { address: String(holder.address) }),
      ...('site' in holder && { site: String(holder.site) }),
    };
  } catch {
    return undefined;
  }
}
