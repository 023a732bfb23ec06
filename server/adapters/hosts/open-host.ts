import type { Database } from '../../kit/database.ts';
import { isFault } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { detectPlatform, platformNamed, type Platform, type PlatformKind } from './detect.ts';
import { createGhostHost } from './ghost/ghost.ts';
import { proofOf as ghostProofOf } from './ghost/identify.ts';
import { createHaloHost } from './halo/halo.ts';
import { proofOf as haloProofOf } from './halo/identify.ts';
import { createPendingHost } from './pending-host.ts';
import { createSiteClient, type SiteClient } from './remote/client.ts';
import { createPathFilter } from './web/patterns.ts';
import { createWebHost } from './web/web.ts';
import { proofOf as wordpressProofOf } from './wordpress/identify.ts';
import { createWordpressHost } from './wordpress/wordpress.ts';

/** A site that something else publishes, as the operator's settings name it. */
export interface NamedSite {
  readonly url: URL;
  /** `undefined`: found out by looking. */
  readonly kind: PlatformKind | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly parallel: number;
  readonly maxPages: number;
  readonly hintSecret: string | undefined;
  readonly wordpress: { readonly user: string; readonly password: string } | undefined;
  readonly ghost: { readonly contentKey: string | undefined; readonly adminKey: string | undefined };
  readonly halo: { readonly token: string | undefined };
}

export interface HostDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
}

/** What Docent calls itself wherever it reads: who it is and what for. */
const userAgent = 'Docent/0.1 (+reads the articles of one site to answer its visitors)';

/** What one of the platforms could check, while it is not known which one it is. */
const proofs = [wordpressProofOf, ghostProofOf, haloProofOf];

/**
 * The host of a site: looks what publishes it unless that is named, and reads it with the adapter for that. A site
 * that is away is looked at again until it answers; nothing waits for it.
 */
export const openHost = async (site: NamedSite, deps: HostDeps): Promise<Host> => {
  const client = createSiteClient({ site: site.url, parallel: site.parallel, userAgent });
  const open = async (signal?: AbortSignal): Promise<Host> => {
    const platform = await platformOf(site, client, signal);
    deps.log.info({ site: client.address.host, platform: platform.kind }, 'the site is read by this adapter');
    return hostFor(platform, site, client, deps);
  };
  // What needs no look at the site begins at once.
  if (site.kind === 'web' || site.kind === 'halo') return open();
  try {
    return await open();
  } catch (error) {
    if (!isFault(error)) throw error;
    deps.log.warn(
      { site: client.address.host, err: error.message },
      'the site cannot be looked at now; it is tried again',
    );
    return createPendingHost({
      open,
      reason: error.message,
      mayProve: (credentials) => proofs.some((proofOf) => proofOf(credentials) !== undefined),
      now: deps.clock.now,
      log: deps.log,
      description: {
        kind: site.kind ?? 'web',
        version: '',
        siteTitle: client.address.host,
        canWriteExcerpts: false,
        maxExcerptLength: null,
        countsVisits: false,
        canDeleteImages: false,
        siteOrigin: client.origin,
      },
    });
  }
};

const platformOf = (
  site: NamedSite,
  client: SiteClient,
  signal: AbortSignal | undefined,
): Promise<Platform> =>
  site.kind === undefined
    ? detectPlatform(client, signal)
    : platformNamed(site.kind, client, { ghostKey: site.ghost.contentKey }, signal);

const hostFor = async (
  platform: Platform,
  site: NamedSite,
  client: SiteClient,
  deps: HostDeps,
): Promise<Host> => {
  const { include, exclude, hintSecret } = site;
  const { folder } = client.address;
  // A platform lists articles alone; only the operator's own patterns keep some of them out.
  const accepts = createPathFilter({ folder, include: include.length > 0 ? include : ['/'], exclude });
  const shared = { client, clock: deps.clock, accepts, hintSecret };
  switch (platform.kind) {
    case 'wordpress':
      return createWordpressHost({ ...shared, root: platform.root, credentials: site.wordpress });
    case 'ghost':
      return createGhostHost({
        ...shared,
        ...platform,
        key: site.ghost.contentKey ?? platform.key,
        adminKey: site.ghost.adminKey,
      });
    case 'halo':
      return createHaloHost({ ...shared, token: site.halo.token });
    case 'web':
      return createWebHost({
        ...deps,
        client,
        parallel: site.parallel,
        maxPages: site.maxPages,
        include,
        exclude,
        hintSecret,
      });
  }
};
