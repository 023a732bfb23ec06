import type { Env } from '../env.ts';
import { askService } from './ask-service.ts';
import { servingOn } from './hold-folder.ts';

/**
 * The service that runs with these settings: by its note in the data folder, on PostgreSQL at the address that they
 * name. `undefined` when there is none.
 */
export async function runningService({ dataDir, databaseUrl, host, port }: Env) {
  const noted = databaseUrl === undefined ? await servingOn(dataDir) : undefined;
  if (databaseUrl === undefined && !noted) return undefined;
  const { address, site } = noted ?? { address: `http://${host}:${port}`, site: '' };
  const answers = (await askService(address, '/healthz'))?.status === 200;
  return answers || noted ? { address, site, answers } : undefined;
}
