import { explained } from '../../../kit/explained.ts';
import { invalid, isFault } from '../../../kit/fault.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type { LookedAtSource, SourceHost, SourcePlace } from '../../../ports/source-places.ts';
import { detectPlatform, locatePlatform } from '../detect.ts';
import type { NamedSite } from '../named-site.ts';
import { openHost, userAgent } from '../open-host.ts';
import type { HostDeps } from '../platform.ts';
import { readPlatformSettings } from '../platform-settings.ts';
import { createSiteClient } from '../remote/client.ts';

/** A site is looked at for so long at most. */
const longestLookMs = 30_000;
/** The first list is taken so soon; what comes later is in the next one. */
const firstMs = 3_000;

export interface SiteSourceRules {
  readonly parallel: number;
  readonly mayBePrivate: boolean;
}

/** The addresses that an address without a scheme may mean. Throws `invalid`. */
export function spelledAddresses(address: string): readonly URL[] {
  const found = (
    /^[a-z][\w+.-]*:\/\//i.test(address) ? [address] : [`https://${address}`, `http://${address}`]
  )
    .map((one) => URL.parse(one))
    .filter((url) => url !== null);
  const isSite = found.every((url) => /^https?:$/.test(url.protocol) && url.username + url.password === '');
  if (address === '' || found.length === 0 || !isSite) throw invalid(explained('source_address'));
  for (const url of found) [url.hash, url.search] = ['', ''];
  return found;
}

/** Only what every visitor may read: the credentials of the operator are for the site. */
const siteOf = (url: URL, place: SourcePlace, rules: SiteSourceRules, maxPages: number): NamedSite => ({
  ...rules,
  url,
  kind: place.platform,
  include: [],
  exclude: [],
  maxPages,
  withPages: true,
  hintSecret: undefined,
  ...readPlatformSettings({}),
});

/** The address of a page, of which adapters give the path, with its origin: `//elsewhere/` is a path of the site, too. */
const wholeAddress = (path: string, origin: string): string =>
  (path.startsWith('/') && URL.parse(`${new URL(origin).origin}${path}`)?.href) || '';

/** Opens another site, as the site itself is read. */
export async function openSiteSource(
  { address, ...place }: SourcePlace,
  rules: SiteSourceRules,
  pages: number,
  deps: HostDeps,
): Promise<SourceHost> {
  const [url] = spelledAddresses(address);
  if (!url) throw invalid(explained('source_address'));
  const host = await openHost(siteOf(url, { ...place, address }, rules, pages), { ...deps, firstMs });
  const whole = <H extends ArticleHead>(head: H): H => ({
    ...head,
    url: wholeAddress(head.url, host.describe().siteOrigin ?? url.origin),
  });
  return {
    ...host,
    async *heads(signal) {
      for await (const head of host.heads(signal)) yield whole(head);
    },
    async article(id, signal) {
      const article = await host.article(id, signal);
      return article && whole(article);
    },
  };
}

/** Looks at the front page of a site. Throws `invalid` and `unavailable`. */
export async function lookAtSite(
  place: SourcePlace,
  rules: SiteSourceRules,
  signal: AbortSignal,
): Promise<LookedAtSource> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]);
  let failure: unknown;
  for (const url of spelledAddresses(place.address)) {
    const site = siteOf(url, place, rules, 1);
    const client = createSiteClient({ ...site, site: url, userAgent });
    try {
      const { name } = await (site.kind === undefined
        ? detectPlatform(site, client, limit)
        : locatePlatform(site.kind, site, client, limit));
      return { address: url.href, platform: name };
    } catch (error) {
      if (!isFault(error)) {
        if (!limit.aborted || signal.aborted) throw error;
        throw invalid(explained('site_late'));
      }
      failure ??= error;
    } finally {
      await client.close();
    }
  }
  throw failure;
}
