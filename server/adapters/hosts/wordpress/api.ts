import type { SiteClient, SiteRequest, SiteResponse } from '../remote/client.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

/** REST API of a WordPress site. */
export interface WordpressApi {
  /** `route` as WordPress names it, such as `/wp/v2/posts`. */
  call(route: string, query?: Readonly<Record<string, string>>, request?: SiteRequest): Promise<SiteResponse>;
}

/** `root` is the API's address: `/wp-json/` with permalinks, `/?rest_route=/` without. */
export const createWordpressApi = (client: SiteClient, root: string): WordpressApi => ({
  call(route, query = {}, request = {}) {
    const url = new URL(root, client.origin);
    const plain = url.searchParams.get('rest_route');
    if (plain === null) url.pathname = withoutEnd(url.pathname, /\//) + route;
    else url.searchParams.set('rest_route', withoutEnd(plain, /\//) + route);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return client.request(url.pathname + url.search, {
      ...request,
      maxBytes: request.maxBytes ?? maxBytes,
      headers: { accept: 'application/json', ...request.headers },
    });
  },
});

/** Room for a hundred articles with their texts. */
const maxBytes = 60_000_000;
