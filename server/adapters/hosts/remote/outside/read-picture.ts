import { explained } from '../../../../kit/explained.ts';
import { invalid, isFault } from '../../../../kit/fault.ts';
import { serviceVersion } from '../../../../kit/version.ts';
import type { ReadPicture } from '../../../../ports/outside.ts';
import { createSiteClient, type SiteResponse } from '../client.ts';

/** Of the whole chain of redirects. */
const limitMs = 20_000;
/** Redirects from one site to another, as to a content delivery network. */
const maxSites = 4;
const userAgent = `Docent/${serviceVersion} (alternative texts)`;

/** Downloads pictures, each with a site client of its own for every site on the way. */
export const pictureReader =
  (createClient = createSiteClient): ReadPicture =>
  async (address, { maxBytes, isOfSite, signal }) => {
    const endsAt = performance.now() + limitMs;
    let site = pictureAddress(address);
    for (let sites = 1; ; sites += 1) {
      // Only the first may be at a private address: a redirect of the site must not open the operator's network.
      const client = createClient({ site, parallel: 1, userAgent, mayBePrivate: isOfSite && sites === 1 });
      try {
        const request = {
          signal,
          limitMs: Math.max(1, Math.round(endsAt - performance.now())),
          maxBytes,
          urgent: true,
          mayLeave: true,
        };
        const reply = await client.request(site.pathname + site.search, request);
        assertSecure(site, reply.url);
        const next = redirectIn(reply);
        if (next) assertSecure(site, next);
        if (next === undefined) {
          if (reply.status === 200) return reply.bytes;
          throw invalid(explained('writing_picture_status', { status: reply.status }));
        }
        if (sites >= maxSites) throw invalid(explained('site_redirects'));
        site = next;
      } catch (error) {
        if (!isFault(error) || error.explanation?.code !== 'source_private') throw error;
        throw invalid(explained('writing_picture_private', { host: site.hostname }));
      } finally {
        await client.close();
      }
    }
  };

export const readPicture = pictureReader();

/** Throws `invalid` where a redirect leads from https to http, also of the same site: anybody on the way could exchange the picture. */
function assertSecure(site: URL, next: URL): void {
  if (site.protocol === 'https:' && next.protocol === 'http:')
    throw invalid(explained('writing_picture_open', { host: next.host }));
}

/** Where a reply leads to. Throws `invalid` for what is no public page. */
function redirectIn({ status, url, headers }: SiteResponse): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  return pictureAddress(URL.parse(location, url.href)?.href ?? '');
}

function pictureAddress(address: string): URL {
  const site = URL.parse(address);
  if (!site || !/^https?:$/.test(site.protocol) || site.username + site.password !== '')
    throw invalid(explained('writing_picture_address'));
  return site;
}
