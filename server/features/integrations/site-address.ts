import type { Host } from '../../ports/host.ts';

/** Where the site's pages are: at the platform that publishes them, otherwise at the service, whose `origin` may include a path prefix. */
export const siteBase = (host: Pick<Host, 'describe'>, origin: string): string =>
  host.describe().siteOrigin ?? origin;

/** The absolute address of a page. */
export const siteAddress =
  (host: Pick<Host, 'describe'>, origin: string) =>
  (url: string): string =>
    url && (URL.parse(url.startsWith('/') ? siteBase(host, origin) + url : url, origin)?.href ?? url);
