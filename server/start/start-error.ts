import { join } from 'node:path';
import { sqliteReason } from '../adapters/database/sqlite-faults.ts';
import { SettingError, type Env } from '../env.ts';

/**
 * Turns an error of the start into one line for the operator: file, cause, remedy. Errors that the operator cannot mend
 * are returned as they are.
 */
export function asSettingError(error: unknown, env: Pick<Env, 'dataDir' | 'databaseUrl'>): unknown {
  if (error instanceof SettingError) return error;
  for (const one of withCauses(error)) {
    const line =
      fileLine(one, env.dataDir) ??
      (env.databaseUrl === undefined ? databaseLine(one, env.dataDir) : undefined);
    if (line !== undefined) return new SettingError(`DOCENT_DATA_DIR: ${line}`, { cause: error });
  }
  return error;
}

/** Reason why the service cannot listen, with the remedy. */
export function listenError(error: unknown, { port, host }: Pick<Env, 'port' | 'host'>): SettingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : 'cannot be listened on';
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens on ${host}:${port}; stop it, or set PORT to a free one`,
    EACCES: `port ${port} needs more rights; use a port above 1023, with a proxy in front`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; use 127.0.0.1 behind a local proxy, or 0.0.0.0 for all interfaces`,
  };
  return new SettingError(`PORT, HOST: ${known[code] ?? reason}`);
}

function* withCauses(error: unknown): Generator<Error> {
  let next = error;
  for (let depth = 0; depth < 5 && next instanceof Error; depth += 1) {
    yield next;
    next = next.cause;
  }
}

const ownership = 'make it writable for the user that the service runs as';

/** Cause and remedy for a file or folder, by error code of the operating system. */
const fileRemedies: Readonly<Record<string, string>> = {
  EACCES: `permission denied; ${ownership}`,
  EPERM: `permission denied; ${ownership}`,
  EROFS: `is read-only; ${ownership}, or choose another folder`,
  ENOSPC: 'cannot be written: the disk is full; free some space and start again',
  EDQUOT: 'cannot be written: the disk quota is used up; free some space and start again',
  EEXIST: 'is a file; name a folder, or move the file away',
  ENOTDIR: 'is not in a folder; name a folder whose parents are folders',
};

/** Errors of an open file (a write) carry no path. */
function fileLine(error: Error, dataDir: string): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const path = 'path' in error ? String(error.path) : dataDir;
  const remedy = fileRemedies[code];
  return remedy === undefined ? undefined : `${path} ${remedy}`;
}

const restore =
  'put a backup in its place, or move it and its -wal and -shm files away to begin with an empty one';

/** Cause and remedy for the database, by the adapter's message. */
const databaseRemedies: readonly (readonly [RegExp, string])[] = [
  [/full/, 'free some space and start again'],
  [/damaged|no database/, restore],
  [/./, `${ownership}, and its folder too`],
];

function databaseLine(error: Error, dataDir: string): string | undefined {
  const reason = sqliteReason(error)?.text;
  const remedy = databaseRemedies.find(([pattern]) => reason !== undefined && pattern.test(reason))?.[1];
  if (reason === undefined || remedy === undefined) return undefined;
  return `${join(dataDir, databaseFile)}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}; ${remedy}`;
}

/** File name of the SQLite database in the data folder. */
export const databaseFile = 'docent.sqlite';
