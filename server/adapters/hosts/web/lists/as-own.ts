import type { SiteAddress } from '../../remote/site-address.ts';
import type { SitemapEntry } from '../sitemap.ts';

/**
 * Entries of a sitemap. When all entries have the same other host, the sitemap was made for the public address of the
 * site, and its paths are applied to the site that is read; `adapted` is called then.
 */
export async function* asOwn(
  address: SiteAddress,
  entries: AsyncIterable<SitemapEntry>,
  { most, adapted }: { readonly most: number; readonly adapted: () => void },
): AsyncGenerator<SitemapEntry> {
  let host: string | undefined;
  const elsewhere: SitemapEntry[] = [];
  let isSettled = false;
  for await (const entry of entries) {
    if (isSettled || address.pathOf(entry.url) !== undefined) {
      isSettled = true;
      yield entry;
      continue;
    }
    const named = URL.parse(entry.url)?.host;
    host ??= named;
    // With several hosts it is unknown which one is this site.
    if (named !== host) isSettled = true;
    else if (elsewhere.length < most) elsewhere.push(entry);
  }
  if (isSettled || elsewhere.length === 0) return;
  adapted();
  for (const entry of elsewhere) yield { ...entry, url: pathIn(entry.url) };
}

/** Path and query of an address, whatever its host. */
export const pathIn = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : '';
};
