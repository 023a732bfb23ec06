import type { Env } from '../env.ts';
import { servingOn } from './hold-folder.ts';
import { isAnswered } from './listen-on-socket.ts';

const longestMs = 5_000;

/**
 * The service that runs with these settings: by its note in the data folder, on PostgreSQL at the address that they
 * name. `undefined` when there is none.
 */
export async function runningService({ dataDir, databaseUrl, host, port }: Env) {
  const noted = databaseUrl === undefined ? await servingOn(dataDir) : undefined;
  if (databaseUrl === undefined && !noted) return undefined;
  const { address, site } = noted ?? { address: `http://${host}:${port}`, site: '' };
  const answers = address.startsWith('unix:')
    ? await isAnswered(address.slice('unix:'.length))
    : await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(longestMs) }).then(
        ({ ok }) => ok,
        () => false,
      );
  return answers || noted ? { address, site, answers } : undefined;
}
