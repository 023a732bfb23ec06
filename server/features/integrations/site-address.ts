import type { Host } from '../../ports/host.ts';

/** The address of a page for readers: that of the site where something else publishes it, otherwise that of the service. */
export const siteAddress =
  (host: Pick<Host, 'describe'>, origin: string) =>
  (url: string): string =>
    // `origin` may have a path before those of the service.
    URL.parse(url.startsWith('/') ? (host.describe().siteOrigin ?? origin) + url : url, origin)?.href ?? url;
