import { readFrontPage } from './front-page.ts';
import type { NamedSite } from './named-site.ts';
import type { ClosedInterface, LocatedPlatform } from './platform.ts';
import type { PlatformKind } from './platform-settings.ts';
import { platforms } from './platforms.ts';
import type { SiteClient } from './remote/client.ts';

/** The platform of a site, and the one that would have been read if its interface answered visitors. */
export interface DetectedPlatform extends LocatedPlatform {
  readonly closed?: ClosedInterface;
  /** Status by which the front page of a site that is read page by page refuses visitors. */
  readonly refused?: number;
}

/**
 * Detects the platform by the front page and by a request to the API that it suggests. Throws `unavailable` when the
 * site is down; a site with a hidden or closed API is read like any other site.
 */
export const detectPlatform = async (
  site: NamedSite,
  client: SiteClient,
  signal?: AbortSignal,
): Promise<DetectedPlatform> => {
  const { folder } = client.address;
  const front = await readFrontPage(client, signal);
  const suggested = Object.values(platforms)
    .flatMap((row) => row.suggested(front, folder))
    .toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely));
  let closed: ClosedInterface | undefined;
  for (const { platform } of suggested) {
    const status = await platform.refusal(client, signal);
    if (status === '') return platform;
    closed ??= { platform: platform.name, status };
  }
  const web = await locatePlatform('web', site, client, signal);
  return { ...web, ...(closed && { closed }), ...(front.status >= 400 && { refused: front.status }) };
};

/** A platform with its address, which the front page is read for where it is needed. */
export const locatePlatform = async (
  kind: PlatformKind,
  site: NamedSite,
  client: SiteClient,
  signal?: AbortSignal,
): Promise<LocatedPlatform> => {
  const named = platforms[kind].named(site, client.address.folder);
  return typeof named === 'function' ? named(await readFrontPage(client, signal)) : named.platform;
};

/** True when the platform can be located without a request. */
export const isLocated = (kind: PlatformKind, site: NamedSite, client: SiteClient): boolean =>
  typeof platforms[kind].named(site, client.address.folder) !== 'function';
