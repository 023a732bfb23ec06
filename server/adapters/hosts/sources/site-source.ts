import { explained } from '../../../kit/explained.ts';
import { invalid, isFault } from '../../../kit/fault.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type {
  LookedAtSource,
  SourceCredentials,
  SourceHost,
  SourcePlace,
} from '../../../ports/source-places.ts';
import { detectPlatform, locatePlatform, type DetectedPlatform } from '../detect.ts';
import type { NamedSite } from '../named-site.ts';
import { openSource, userAgent } from '../open-host.ts';
import type { HostDeps } from '../platform.ts';
import { platformSettings, readPlatformSettings } from '../platform-settings.ts';
import { detectionLimits } from '../front-page.ts';
import { createSiteClient, type SiteClient } from '../remote/client.ts';

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

/** The key of a source as the setting of the platform that it is of. Throws `invalid` where it is of none. */
export function keySettings(key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  const { ghost, halo } = platformSettings;
  const fitting = [{ DOCENT_GHOST_CONTENT_KEY: key }, { DOCENT_HALO_TOKEN: key }].find((variables) =>
    [ghost, halo].every((platform) => platform.wrong(variables).length === 0),
  );
  if (!fitting) throw invalid(explained('source_key'));
  return fitting;
}

/** The credentials of the operator are for the site, those of a source for this source. */
const siteOf = (
  url: URL,
  { platform }: SourcePlace,
  { user, password, key }: SourceCredentials,
  rules: SiteSourceRules & { readonly maxPages: number },
): NamedSite => ({
  ...rules,
  url,
  kind: platform,
  ...(user !== undefined && password !== undefined && { access: { user, password } }),
  include: [],
  exclude: [],
  withPages: true,
  hintSecret: undefined,
  ...readPlatformSettings(keySettings(key)),
});

/** The address of a page, of which adapters give the path, with its origin: `//elsewhere/` is a path of the site, too. */
const wholeAddress = (path: string, origin: string): string =>
  (path.startsWith('/') && URL.parse(`${new URL(origin).origin}${path}`)?.href) || '';

/** Throws `invalid` where the site refuses its credentials: its pages would be left out one after the other, and their text would go. */
async function assertLetIn(client: SiteClient, signal?: AbortSignal): Promise<void> {
  const { folder } = client.address;
  const request = { limitMs: detectionLimits.limitMs, urgent: true, signal };
  const status = await client
    .stream(folder, request, async (response) => {
      await response.body?.cancel();
      return response.status;
    })
    .catch((error: unknown) => {
      // What else keeps the site from being read is told by its reading.
      if (isFault(error)) return 0;
      throw error;
    });
  if (status === 401) throw invalid(explained('source_access_refused'));
}

/** Opens another site, as the site itself is read. Throws `invalid` and `unavailable`. */
export async function openSiteSource(
  { address, ...place }: SourcePlace,
  credentials: SourceCredentials,
  rules: SiteSourceRules & { readonly maxPages: number },
  deps: HostDeps,
): Promise<SourceHost> {
  const [url] = spelledAddresses(address);
  if (!url) throw invalid(explained('source_address'));
  const site = siteOf(url, { ...place, address }, credentials, rules);
  if (site.access) {
    const client = createSiteClient({ ...site, site: url, userAgent });
    try {
      await assertLetIn(client);
    } finally {
      await client.close();
    }
  }
  const host = await openSource(site, { ...deps, firstMs });
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
  credentials: SourceCredentials,
  rules: SiteSourceRules,
  signal: AbortSignal,
): Promise<LookedAtSource> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]);
  let failure: unknown;
  const addresses = spelledAddresses(place.address);
  // Where https does not answer, credentials must not go over an open connection that nobody has named.
  const asked = Object.keys(credentials).length > 0 ? addresses.slice(0, 1) : addresses;
  for (const url of asked) {
    const site = siteOf(url, place, credentials, { ...rules, maxPages: 1 });
    const client = createSiteClient({ ...site, site: url, userAgent });
    try {
      if (site.access) await assertLetIn(client, limit);
      const { name, refused }: DetectedPlatform = await (site.kind === undefined
        ? detectPlatform(site, client, limit)
        : locatePlatform(site.kind, site, client, limit));
      return { address: url.href, platform: name, ...(refused && { refused }) };
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
