import type { Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';

/** Further allowed origins of pages: the operator's, the connected site's, and those of the configuration. */
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
