/** Addresses of one site: the operator's host with and without `www.`, under http and https. */
export interface SiteAddress {
  readonly host: string;
  /** Folder of the site below its host, with a trailing slash. */
  readonly folder: string;
  isOwn(url: URL): boolean;
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
  return {
    host: site.hostname,
    folder: site.pathname.endsWith('/') ? site.pathname : `${site.pathname}/`,
    isOwn,
    pathOf(address, from = site) {
      const url = URL.parse(address.trim(), from.href);
      return url && isOwn(url) ? capitalEscapes(url.pathname + url.search) : undefined;
    },
  };
};

/** `%e6` and `%E6` are equivalent (RFC 3986), and sites use both. */
const capitalEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());

const bareHost = (url: URL): string =>
  url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
