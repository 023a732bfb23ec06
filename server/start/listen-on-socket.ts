import { chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { SettingError } from '../env.ts';

/** Group and owner may ask: the proxy is in the group. */
const socketMode = 0o660;

/** Makes room for a Unix socket: one that a killed service has left is removed. Throws {@link SettingError} for one in use. */
export async function clearSocket(path: string): Promise<void> {
  if (await isAnswered(path)) throw new SettingError(`DOCENT_SOCKET: another process listens on ${path}`);
  await rm(path, { force: true });
}

export const openSocketToGroup = (path: string): Promise<void> => chmod(path, socketMode);

/** True when a process accepts connections on a Unix socket. */
export const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
