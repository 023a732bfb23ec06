import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import type { SiteAddress } from './site-address.ts';

/** The address of a path; one that begins with two slashes names no host. Throws `invalid` for an address of another site. */
export function ownAddress(path: string, origin: string, address: SiteAddress): URL {
  const url = new URL(path.startsWith('/') ? origin + path : path, origin);
  if (!address.isOwn(url)) throw invalid(explained('page_redirected', { host: url.host }));
  return url;
}

/**
 * Address that a redirect of the site leads to. Throws `invalid` when it leads to another site, would repeat a write,
 * or would carry credentials from https to http.
 */
export function redirectTarget({ location, status, url, request, address }: Redirect): URL {
  const next = URL.parse(location, url.href);
  if (!next) throw invalid(explained('page_redirected_away'));
  if (!address.isOwn(next)) throw invalid(explained('page_redirected', { host: next.host }));
  const { method = 'GET', headers = {} } = request;
  const keepsMethod = status === 307 || status === 308;
  if (method !== 'GET' && !keepsMethod) throw invalid(explained('site_redirects_sent'));
  const carriesSecrets = headers['authorization'] !== undefined || headers['cookie'] !== undefined;
  if (carriesSecrets && url.protocol === 'https:' && next.protocol === 'http:')
    throw invalid(explained('site_redirects_open'));
  return next;
}

interface Redirect {
  readonly location: string;
  readonly status: number;
  /** Address that answered with the redirect. */
  readonly url: URL;
  readonly request: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };
  readonly address: SiteAddress;
}
