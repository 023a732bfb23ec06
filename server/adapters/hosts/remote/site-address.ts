/**
 * The addresses of one site: the host that the operator named, with and without `www.`, under http and https.
 * Everything else is another site.
 */
export interface SiteAddress {
  readonly host: string;
  /** Folder of the site below its host, with a slash at its end. */
  readonly folder: string;
  isOwn(url: URL): boolean;
  /**
   * The address from the root of the host, without its fragment and with its escapes in capitals; `undefined` for other
   * sites and other schemes.
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

/** `%e6` and `%E6` are one address (RFC 3986), and sites write either. */
const capitalEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());

const bareHost = (url: URL): string =>
  url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
