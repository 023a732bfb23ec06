import type { FrontPage } from '../front-page.ts';
import type { Platform } from '../platform.ts';
import type { SiteClient } from '../remote/client.ts';
import { proofOf } from './identify.ts';
import { createWordpressHost } from './wordpress.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

/** WordPress: its pages link to the root of the REST API. */
export const wordpressPlatform: Platform<'wordpress', { readonly root: string }> = {
  kind: 'wordpress',
  name: 'WordPress',
  suggested(front, folder) {
    const root = linkedRoot(front);
    const plain = { address: { root: `${folder}?rest_route=/` }, isLikely: false };
    if (root !== '') return [{ address: { root }, isLikely: true }, plain];
    return /\bWordPress\b/i.test(front.generator) ? [plain] : [];
  },
  named: (_, folder) => (front) => ({ root: linkedRoot(front) || `${folder}wp-json/` }),
  probe: { path: ({ root }, client) => postsPath(root, client), isAnswer: Array.isArray },
  proofOf,
  createHost: ({ root }, credentials, { client, clock, accepts, site: { hintSecret, withPages } }) =>
    createWordpressHost({ client, clock, accepts, hintSecret, withPages, root, credentials }),
};

const apiRelation = 'https://api.w.org/';

/**
 * Root of the API that the page names, without its host: WordPress writes its public address, whatever address it is asked at. `''` when
 * the page names none.
 */
const linkedRoot = ({ linkHeader, elements }: FrontPage): string => {
  const linked =
    (/<([^<>]+)>\s*;\s*rel="https:\/\/api\.w\.org\/"/.exec(linkHeader)?.[1] ?? '') ||
    elements
      .find(
        ({ name, attributes }) =>
          name === 'link' && attributes.get('rel') === apiRelation && attributes.get('href'),
      )
      ?.attributes.get('href');
  if (!linked) return '';
  const { pathname = '', search = '' } = URL.parse(linked, 'http://site.invalid/') ?? {};
  return pathname + search;
};

const postsPath = (root: string, client: SiteClient): string | undefined => {
  const path = client.address.pathOf(root);
  if (path === undefined) return undefined;
  const url = new URL(path, client.origin);
  const plain = url.searchParams.get('rest_route');
  if (plain === null) url.pathname = `${withoutEnd(url.pathname, /\//)}/wp/v2/posts`;
  else url.searchParams.set('rest_route', '/wp/v2/posts');
  url.searchParams.set('per_page', '1');
  url.searchParams.set('_fields', 'id');
  return url.pathname + url.search;
};
