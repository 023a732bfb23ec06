/** Addresses of one site: the operator's host with and without `www.`, under http and https. */
export interface SiteAddress {
  readonly host: string;
  /** Folder of the site below its host, with a trailing slash. */
  readonly folder: string;
  isOwn(url: URL): boolean;
  /** Origin of the addresses that the platform uses, if it differs from the operator's. */
  readonly publicOrigin: string | undefined;
  /** Accepts an origin as the public one of this site. */
  adopt(origin: string): void;
  /** {@link pathOf} of an article's address. The origin of a whole address is counted. */
  articlePath(address: string): string | undefined;
  /** Origins counted since the last call: whether they are of this site, and the number of addresses. */
  takeOrigins(): ReadonlyMap<string, { readonly isOwn: boolean; readonly count: number }>;
  /**
   * Path and query from the root of the host, without fragment, with upper-case escapes; `undefined` for other sites
   * and schemes. One with two slashes first begins with `/.//`, as an address would read them as the name of a host.
   */
  pathOf(address: string, from?: URL): string | undefined;
}

export const siteAddress = (site: URL): SiteAddress => {
  const isOwn = (url: URL): boolean =>
    /^https?:$/.test(url.protocol) &&
    bareHost(url) === bareHost(site) &&
    (url.port === site.port || (url.port === '' && site.port === ''));
  let adopted: string | undefined;
  let origins = new Map<string, { readonly isOwn: boolean; readonly count: number }>();
  const pathOf = (address: string, from = site): string | undefined => {
    const url = URL.parse(address.trim(), from.href);
    return url && (isOwn(url) || url.origin === adopted)
      ? capitalEscapes(withoutHost(url.pathname) + url.search)
      : undefined;
  };
  return {
    host: site.hostname,
    folder: site.pathname.endsWith('/') ? site.pathname : `${site.pathname}/`,
    isOwn,
    get publicOrigin() {
      return adopted;
    },
    adopt: (origin) => void (adopted = origin),
    articlePath(address) {
      const path = pathOf(address);
      const origin = URL.parse(address.trim())?.origin ?? '';
      if (/^https?:/.test(origin) && (origins.has(origin) || origins.size < maxOrigins))
        origins.set(origin, { isOwn: path !== undefined, count: (origins.get(origin)?.count ?? 0) + 1 });
      return path;
    },
    takeOrigins() {
      const taken = origins;
      origins = new Map();
      return taken;
    },
    pathOf,
  };
};

/** Maximum of origins counted; more would not be reported. */
const maxOrigins = 20;

const withoutHost = (path: string): string => (path.startsWith('//') ? `/.${path}` : path);

/** `%e6` and `%E6` are equivalent (RFC 3986), and sites use both. */
const capitalEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());

const bareHost = (url: URL): string =>
  url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
