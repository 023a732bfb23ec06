import type { Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';

/** Origins of pages that may ask beside the service's own: those of the operator, of the connected site and of the console. */
export const createAllowedOrigins =
  (deps: {
    readonly host: Pick<Host, 'describe'>;
    readonly config: Pick<Config, 'read'>;
    readonly operators: readonly string[];
  }) =>
  async (): Promise<readonly string[]> => {
    const { siteOrigin } = deps.host.describe();
    const { allowedOrigins } = await deps.config.read('access');
    return [...deps.operators, ...(siteOrigin === undefined ? [] : [siteOrigin]), ...allowedOrigins];
  };
