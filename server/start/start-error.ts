import { existsSync, accessSync, constants, statfsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { sqliteReason } from '../adapters/database/sqlite-faults.ts';
import { SettingError, type Env } from '../env.ts';
import { isDatabaseUnavailable } from '../kit/database.ts';
import { isDraft } from '../kit/files/draft-files.ts';

/** Settings that errors are about. */
type Places = Pick<Env, 'dataDir' | 'databaseUrl'>;

/**
 * Turns an error of a start or a command into one line for the operator: setting, file or server, cause, remedy. Errors
 * that the operator cannot mend are returned as they are.
 */
export function asSettingError(error: unknown, env: Places): unknown {
  if (error instanceof SettingError) return error;
  for (const one of withCauses(error)) {
    const line = fileLine(one, env.dataDir) ?? databaseLine(one, env);
    if (line !== undefined) return new SettingError(line, { cause: error });
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

/** Host and port of the address of a database server; never its user or password. */
export function serverOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (!url) return 'the server';
  const host = url.hostname || url.searchParams.get('host') || 'localhost';
  return `${decodeURIComponent(host)}:${url.port || url.searchParams.get('port') || '5432'}`;
}

/** An error and what caused it. */
export function* withCauses(error: unknown): Generator<Error> {
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
  EROFS: 'is on a disk that is read-only; mount it writable, or choose another folder',
  ENOSPC: 'cannot be written: the disk is full; free some space and start again',
  EDQUOT: 'cannot be written: the disk quota is used up; free some space and start again',
  EFBIG: 'cannot be written: files may not grow so large here; raise the limit (ulimit -f) and start again',
  EIO: 'cannot be read or written: the disk fails',
  EISDIR: 'is a folder; move it away and start again',
  EEXIST: 'is a file; name a folder, or move the file away',
  ENOTDIR: 'is not in a folder; name a folder whose parents are folders',
  ENOENT: 'is not there',
};

/** Errors of an open file (a write) carry no path. Of a file that only replaces another one, its folder is named. */
function fileLine(error: Error, dataDir: string): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const named = 'path' in error ? String(error.path) : dataDir;
  const path = isDraft(named) ? dirname(named) : named;
  // A folder that cannot be made is only called missing.
  const remedy = fileRemedies[(code === 'ENOENT' && refusalOf(nearest(path))) || code];
  if (remedy === undefined) return undefined;
  const setting = `${path}${sep}`.startsWith(`${dataDir}${sep}`) ? 'DOCENT_DATA_DIR: ' : '';
  return `${setting}${path} ${remedy}`;
}

function databaseLine(error: Error, { dataDir, databaseUrl }: Places): string | undefined {
  if (databaseUrl === undefined) {
    const line = sqliteLine(error, dataDir);
    return line === undefined ? undefined : `DOCENT_DATA_DIR: ${line}`;
  }
  if (!isDatabaseUnavailable(error) && !isOfServer(error)) return undefined;
  return `DOCENT_DATABASE_URL: ${serverOf(databaseUrl)}: ${error.message}`;
}

/** Errors that the server sent, such as a missing right. */
const isOfServer = (error: Error): boolean => 'severity' in error && 'routine' in error;

const restore =
  'put a backup in its place, or move it and its -wal and -shm files away to begin with an empty one';

/** Cause and remedy for the database, by the adapter's message. */
const databaseRemedies: readonly (readonly [RegExp, string])[] = [
  [/full/, 'free some space and start again'],
  [/damaged|no database/, restore],
  [/./, `${ownership}, and its folder too`],
];

function sqliteLine(error: Error, dataDir: string): string | undefined {
  const reason = sqliteReason(error)?.text;
  const remedy = databaseRemedies.find(([pattern]) => reason !== undefined && pattern.test(reason))?.[1];
  if (reason === undefined || remedy === undefined) return undefined;
  const file = join(dataDir, databaseFile);
  // SQLite has one word for several causes; what it asks of the disk tells which one it is.
  const cause = remedy === restore ? undefined : fileRemedies[refusalOf(dataDir) ?? refusalOf(file) ?? ''];
  if (cause !== undefined) return `${file} ${cause}`;
  return `${file}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}; ${remedy}`;
}

/** The path, or the first folder above it that is there. */
function nearest(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** The error code with which a file or folder cannot be written; `undefined` when it can, or is not there. */
function refusalOf(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return statfsSync(path).bavail === 0 ? 'ENOSPC' : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' ? undefined : code;
  }
}

/** File name of the SQLite database in the data folder. */
export const databaseFile = 'docent.sqlite';
