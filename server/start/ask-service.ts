import { request } from 'node:http';
import { text } from 'node:stream/consumers';

const patienceMs = 5_000;

/**
 * Asks the service on this machine at `http://…` or `unix:<path>`; `undefined` when it does not answer within seconds.
 */
export function askService(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: string } | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  const socketPath = address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
  // A socket has no name, and the service answers by known names only.
  const base = socketPath === undefined ? address : 'http://localhost';
  return new Promise((resolve) => {
    const asked = request(new URL(path, base), { headers, signal, ...(socketPath && { socketPath }) });
    const failed = () => resolve(undefined);
    asked.once('response', (reply) => {
      text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body }), failed);
    });
    asked.once('error', failed);
    asked.end();
  });
}
