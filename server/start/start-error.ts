import { join } from 'node:path';
import { sqliteReason } from '../adapters/database/sqlite-faults.ts';
import { SettingError, type Env } from '../env.ts';

/**
 * An error of the start as the one line that the operator needs: which file, what is wrong with it, what to do.
 * Anything that the operator cannot put right comes back as it is.
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

/** Why the service cannot listen, and what to do about it. */
export function listenError(error: unknown, { port, host }: Pick<Env, 'port' | 'host'>): SettingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : 'cannot be listened on';
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens on ${host}:${port}; stop it, or set PORT to a free one`,
    EACCES: `port ${port} may not be used; take one above 1023, with a proxy before it`,
    EADDRNOTAVAIL: `${host} is no address of this machine; 127.0.0.1 is for a proxy on it, 0.0.0.0 for all`,
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

/** What is wrong with a file or folder, by the code of the operating system, and what to do about it. */
const fileRemedies: Readonly<Record<string, string>> = {
  EACCES: `may not be used; ${ownership}`,
  EPERM: `may not be used; ${ownership}`,
  EROFS: `is read-only; ${ownership}, or choose another folder`,
  ENOSPC: 'cannot be written: the disk is full; free some space and start again',
  EDQUOT: 'cannot be written: the disk quota is used up; free some space and start again',
  EEXIST: 'is a file; name a folder, or move the file away',
  ENOTDIR: 'is not in a folder; name a folder whose parents are folders',
};

/** An open file that cannot be written is told without its path. */
function fileLine(error: Error, dataDir: string): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const path = 'path' in error ? String(error.path) : dataDir;
  const remedy = fileRemedies[code];
  return remedy === undefined ? undefined : `${path} ${remedy}`;
}

const restore =
  'put a backup in its place, or move it and its -wal and -shm files away to begin with an empty one';

/** The same for the database, by what its adapter says. */
const databaseRemedies: readonly (readonly [RegExp, string])[] = [
  [/full/, 'free some space and start again'],
  [/damaged|no database/, restore],
  [/./, `${ownership}, and its folder too`],
];

function databaseLine(error: Error, dataDir: string): string | undefined {
  const reason = sqliteReason(error);
  const remedy = databaseRemedies.find(([pattern]) => reason !== undefined && pattern.test(reason))?.[1];
  if (reason === undefined || remedy === undefined) return undefined;
  return `${join(dataDir, databaseFile)}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}; ${remedy}`;
}

/** The name of the SQLite database in the data folder. */
export const databaseFile = 'docent.sqlite';
