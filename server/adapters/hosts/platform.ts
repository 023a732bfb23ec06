import type { Database } from '../../kit/database.ts';
import { isFault } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Credentials, Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { detectionLimits, type FrontPage } from './front-page.ts';
import type { NamedSite } from './named-site.ts';
import type { PlatformKind } from './platform-settings.ts';
import type { SiteClient } from './remote/client.ts';
import type { Proof } from './remote/sign-in/identity.ts';
import { jsonIn } from './remote/json-answer.ts';
import type { Reader } from './web/extract/reader.ts';

/** A platform that Docent reads by its API or pages: a row of `platforms.ts`. `Address` is what its API needs. */
export interface Platform<Kind extends PlatformKind, Address extends object> {
  readonly kind: Kind;
  /** Display name in its official spelling. */
  readonly name: string;
  /** Addresses of the API that a front page suggests; `isLikely` when they are more than a guess. */
  readonly suggested: (
    front: FrontPage,
    folder: string,
  ) => readonly { readonly address: Address; readonly isLikely: boolean }[];
  /** The address when the operator names the platform, or a function that finds it by the front page. */
  readonly named: (
    settings: NamedSite[Kind],
    folder: string,
  ) => { readonly address: Address } | ((front: FrontPage) => Address);
  /** A request that every visitor may make of the API, by which its address is verified. */
  readonly probe?: {
    /** `undefined` when the address is not of this site. */
    readonly path: (address: Address, client: SiteClient) => string | undefined;
    readonly isAnswer: (json: unknown) => boolean;
  };
  /** Path for Docent's console next to the platform, when the platform itself uses the default path. */
  readonly consolePath?: string;
  /** The credentials that the platform can verify; `undefined` for others. */
  readonly proofOf?: (credentials: Credentials) => Proof | undefined;
  readonly createHost: (
    address: Address,
    settings: NamedSite[Kind],
    deps: PlatformDeps,
  ) => Host | Promise<Host>;
}

/** What hosts are created from, besides their own address and settings. */
export interface HostDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
  /** Reads the pages of a `web` site; a thread of its own unless given. */
  readonly reader?: Reader;
  /** Key of the source that is read beside the site; its records are kept apart by it. */
  readonly source?: string | undefined;
  /** Longest wait of the first list of a `web` site for its first visits, in milliseconds. */
  readonly firstMs?: number;
}

export interface PlatformDeps extends HostDeps {
  readonly site: NamedSite;
  readonly client: SiteClient;
  /** False for paths that the operator left out. */
  readonly accepts: (path: string) => boolean;
  readonly closed: ClosedInterface | undefined;
}

/** A platform whose interface does not answer visitors, so that its pages are read instead. */
export interface ClosedInterface {
  readonly platform: string;
  /** Status of its answer, or the problem with it. */
  readonly status: string;
}

/** A platform at its address. */
export interface LocatedPlatform {
  readonly kind: PlatformKind;
  readonly name: string;
  readonly consolePath?: string | undefined;
  /** The status by which the API refuses its articles to visitors; `''` when it returns them. */
  readonly refusal: (client: SiteClient, signal: AbortSignal | undefined) => Promise<string>;
  readonly open: (deps: PlatformDeps) => Host | Promise<Host>;
}

/** A platform, whatever its address is made of. */
export interface PlatformRow<Kind extends PlatformKind = PlatformKind> {
  readonly kind: Kind;
  readonly suggested: (
    front: FrontPage,
    folder: string,
  ) => readonly { readonly platform: LocatedPlatform; readonly isLikely: boolean }[];
  readonly named: (
    site: NamedSite,
    folder: string,
  ) => { readonly platform: LocatedPlatform } | ((front: FrontPage) => LocatedPlatform);
  readonly mayProve: (credentials: Credentials) => boolean;
}

/** A row of the registry: closes over the address, so that all rows have one type. */
export const platformRow = <Kind extends PlatformKind, Address extends object>(
  platform: Platform<Kind, Address>,
): PlatformRow<Kind> => {
  const { kind, name, consolePath } = platform;
  const located = (address: Address): LocatedPlatform => ({
    kind,
    name,
    consolePath,
    refusal: (client, signal) => refusalOf(platform, address, client, signal),
    open: (deps) => platform.createHost(address, deps.site[kind], deps),
  });
  return {
    kind,
    suggested: (front, folder) =>
      platform
        .suggested(front, folder)
        .map(({ address, isLikely }) => ({ platform: located(address), isLikely })),
    named(site, folder) {
      const found = platform.named(site[kind], folder);
      return typeof found === 'function'
        ? (front) => located(found(front))
        : { platform: located(found.address) };
    },
    mayProve: (credentials) => platform.proofOf?.(credentials) !== undefined,
  };
};

const refusalOf = async <Address extends object>(
  { probe }: Pick<Platform<PlatformKind, Address>, 'probe'>,
  address: Address,
  client: SiteClient,
  signal: AbortSignal | undefined,
): Promise<string> => {
  if (!probe) return '';
  const path = probe.path(address, client);
  if (path === undefined) return 'elsewhere';
  try {
    const response = await client.request(path, {
      ...detectionLimits,
      headers: { accept: 'application/json' },
      signal,
    });
    if (response.status !== 200) return String(response.status);
    return probe.isAnswer(jsonIn(response.text())) ? '' : 'no JSON';
  } catch (error) {
    if (isFault(error, 'invalid')) return error.message;
    throw error;
  }
};
