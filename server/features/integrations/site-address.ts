import type { Host } from '../../ports/host.ts';

/** The absolute address of a page: on the site if another platform publishes it, otherwise on the service. */
export const siteAddress =
  (host: Pick<Host, 'describe'>, origin: string) =>
  (url: string): string =>
    // `origin` may include the service's path prefix.
    URL.parse(url.startsWith('/') ? (host.describe().siteOrigin ?? origin) + url : url, origin)?.href ?? url;
