/** Addresses of one site: the operator's host with and without `www.`, under http and https. */
export interface SiteAddress {
  readonly host: string;
  /** Folder of the site below its host, with a trailing slash. */
  readonly folder: string;
  isOwn(url: URL): boolean;
  /** Origin of the addresses that the platform names, where it is another one than the operator's. */
  readonly publicOrigin: string | undefined;
  /** Takes an origin for the public one of this site. */
  adopt(origin: string): void;
  /** {@link pathOf} of an article's address; one that is not of this site is counted. */
  articlePath(address: string): string | undefined;
  /** The origins counted since the last call, with the number of addresses. */
  takeOthers(): ReadonlyMap<string, number>;
  /**
   * Path and query from the root of the host, without fragment, with upper-case escapes; `undefined` for other sites
   * and schemes.
   */
  pathOf(address: string, from?: URL): string | undefined;
}

export const siteAddress = (site: URL): SiteAddress => {
  const isOwn = (url: URL): boolean =>
    /^https?:$/.test(url.protocol) &&
    bareHost(url) === bareHost(site) &&
    (url.port === site.port || (url.port === '' && site.port === ''));
  let adopted: string | undefined;
  let others = new Map<string, number>();
  const pathOf = (address: string, from = site): string | undefined => {
    const url = URL.parse(address.trim(), from.href);
    return url && (isOwn(url) || url.origin === adopted)
      ? capitalEscapes(url.pathname + url.search)
      : undefined;
  };
  return {
    host: site.hostname,
    get publicOrigin() {
      return adopted;
    },
    adopt: (origin) => void (adopted = origin),
    articlePath(address) {
      const path = pathOf(address);
      const other = path === undefined ? (URL.parse(address.trim())?.origin ?? '') : '';
      if (/^https?:/.test(other) && (others.has(other) || others.size < mostOrigins))
        others.set(other, (others.get(other) ?? 0) + 1);
      return path;
    },
    takeOthers() {
      const taken = others;
      others = new Map();
      return taken;
    },
    folder: site.pathname.endsWith('/') ? site.pathname : `${site.pathname}/`,
    isOwn,
    pathOf,
  };
};

/** Origins that are counted; more would not be named either. */
const mostOrigins = 20;

/** `%e6` and `%E6` are equivalent (RFC 3986), and sites use both. */
const capitalEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());

const bareHost = (url: URL): string =>
  url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
