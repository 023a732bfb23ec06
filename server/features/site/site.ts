import type { Feature } from '../../http/implement.ts';
import type { Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import { createAllowedOrigins } from './allowed-origins.ts';
import { siteChangeRoutes } from './site-changes.ts';
import { sitePageRoutes, type PageTexts } from './site-pages.ts';

/** The site: its pages where Docent serves them, change notifications, and allowed origins. */
export function createSite(deps: {
  readonly host: Pick<Host, 'page' | 'describe' | 'receiveHint'>;
  readonly config: Pick<Config, 'read'>;
  /** Origins that the operator allows. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly pageTexts: PageTexts;
  readonly consolePath?: string | undefined;
}): Feature & { readonly allowedOrigins: () => Promise<readonly string[]> } {
  const { host, config, allowedOrigins: operators = [] } = deps;
  return {
    allowedOrigins: createAllowedOrigins({ host, config, operators }),
    routes: [siteChangeRoutes({ host }), sitePageRoutes(deps)],
  };
}
