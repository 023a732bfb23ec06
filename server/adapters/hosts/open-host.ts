import type { Database } from '../../kit/database.ts';
import { isFault } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { NamedSite } from '../../ports/named-site.ts';
import { detectPlatform, platformNamed, type Platform } from './detect.ts';
import { createGhostHost } from './ghost/ghost.ts';
import { proofOf as ghostProofOf } from './ghost/identify.ts';
import { createHaloHost } from './halo/halo.ts';
import { proofOf as haloProofOf } from './halo/identify.ts';
import { createPendingHost } from './pending-host.ts';
import { createSiteClient, type SiteClient } from './remote/client.ts';
import type { Reader } from './web/extract/reader.ts';
import { createPathFilter } from './web/patterns.ts';
import { createWebHost } from './web/web.ts';
import { proofOf as wordpressProofOf } from './wordpress/identify.ts';
import { createWordpressHost } from './wordpress/wordpress.ts';

export interface HostDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
  /** Reads the pages of a `web` site; a thread of its own unless given. */
  readonly reader?: Reader;
}

/** User agent of all requests. */
export const userAgent = 'Docent/0.1 (+reads the articles of one site to answer its visitors)';

/** Credential checks of all platforms, while the platform is unknown. */
const proofs = [wordpressProofOf, ghostProofOf, haloProofOf];

/**
 * Opens the host of a site: detects the platform unless it is named, and reads it with its adapter. A site that is down
 * is tried again until it answers, without delaying the start.
 */
export const openHost = async (site: NamedSite, deps: HostDeps): Promise<Host> => {
  const client = createSiteClient({ site: site.url, parallel: site.parallel, userAgent });
  const open = async (signal?: AbortSignal): Promise<Host> => {
    const platform = await platformOf(site, client, signal);
    deps.log.info({ site: client.address.host, platform: platform.kind }, 'the site is read by this adapter');
    if (platform.kind === 'web' && platform.closed)
      deps.log.warn(
        { ...platform.closed },
        'the interface of the platform is not open to visitors; its pages are read instead',
      );
    return hostFor(platform, site, client, deps);
  };
  // These need no detection.
  if (site.kind === 'web' || site.kind === 'halo') return open();
  try {
    return await open();
  } catch (error) {
    if (!isFault(error)) throw error;
    deps.log.warn(
      { site: client.address.host, err: error.message },
      'the site cannot be reached; trying again',
    );
    return createPendingHost({
      open,
      reason: error.words,
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
  // A platform's API lists only articles, so just the operator's patterns apply.
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
        closed: platform.closed,
        parallel: site.parallel,
        maxPages: site.maxPages,
        include,
        exclude,
        hintSecret,
      });
  }
};
