import type { Host } from '../../ports/host.ts';

/** The address of a page for readers: that of the site where something else publishes it, otherwise that of the service. */
export const siteAddress =
  (host: Pick<Host, 'describe'>, origin: string) =>
  (url: string): string =>
    URL.parse(url, host.describe().siteOrigin ?? origin)?.href ?? url;
