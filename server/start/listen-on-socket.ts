import { existsSync } from 'node:fs';
import { chmod, lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { SettingError } from '../env.ts';
import { unlessMissing } from '../kit/files/missing-file.ts';

/** Group and owner may ask: the proxy is in the group. */
const socketMode = 0o660;

/**
 * Makes room for a Unix socket: one that a killed service has left is removed. Throws {@link SettingError} for one in use, and for
 * what is no socket, which stays.
 */
export async function clearSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(unlessMissing);
  if (!found) return;
  if (!found.isSocket())
    throw new SettingError(
      `DOCENT_SOCKET: ${path} is there and is no socket; name another path, or move it away`,
    );
  const refusal = await refusalOf(path);
  if (refusal === 'ENOENT') return;
  if (refusal !== 'ECONNREFUSED') throw new SettingError(`DOCENT_SOCKET: another process listens on ${path}`);
  await rm(path, { force: true });
}

export const openSocketToGroup = (path: string): Promise<void> => chmod(path, socketMode);

/** Reason why the service cannot listen on a socket, with the remedy. */
export function socketError(error: unknown, path: string): SettingError {
  const told = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Node calls a folder that is missing one that may not be entered.
  const code = existsSync(dirname(path)) ? told : 'ENOENT';
  const known: Readonly<Record<string, string>> = {
    ENOENT: `there is no folder ${dirname(path)}; make it, or name another path`,
    EACCES: `permission denied for ${path}; make its folder writable for the user that the service runs as`,
    EROFS: `${path} is on a disk that is read-only; name another path, such as one below /run`,
    EINVAL: `${path} is too long for a socket; name a path of 100 characters or less`,
  };
  return new SettingError(`DOCENT_SOCKET: ${known[code] ?? `cannot listen on ${path} (${code})`}`);
}

/** True when a process accepts connections on a Unix socket. */
export const isAnswered = async (path: string): Promise<boolean> => (await refusalOf(path)) === undefined;

/** The error code of a connection that is refused; a process that has too many to take one more gives another code than none at all. */
const refusalOf = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
