import { explained } from '../../kit/explained.ts';
import { isFault, unavailable } from '../../kit/fault.ts';
import { readHtml } from '../../markup/html-events.ts';
import type { SiteClient, SiteResponse } from './remote/client.ts';
import { jsonIn, list, record } from './remote/json-answer.ts';

/** A publishing platform, with the addresses needed to read it. */
export type Platform =
  | { readonly kind: 'wordpress'; readonly root: string }
  | { readonly kind: 'ghost'; readonly api: string; readonly key: string }
  | { readonly kind: 'halo' }
  | { readonly kind: 'web'; readonly closed?: ClosedInterface };

/** A platform whose interface does not answer visitors, so that its pages are read instead. */
export interface ClosedInterface {
  readonly platform: string;
  /** Status of its answer, or what was wrong with it. */
  readonly status: string;
}

export type PlatformKind = Platform['kind'];

const limits = { maxBytes: 6_000_000, limitMs: 20_000, urgent: true } as const;

/**
 * Detects the platform by the front page and by a request to the API that it suggests. Throws `unavailable` when the
 * site is down; a site with a hidden or closed API is read like any other site.
 */
export const detectPlatform = async (client: SiteClient, signal?: AbortSignal): Promise<Platform> => {
  const signs = signsOf(await requestFront(client, signal));
  let closed: ClosedInterface | undefined;
  for (const candidate of candidatesOf(signs, client.address.folder)) {
    const status = await refusalOf(candidate, client, signal);
    if (status === '') return candidate;
    closed ??= { platform: platformNames[candidate.kind], status };
  }
  return closed ? { kind: 'web', closed } : { kind: 'web' };
};

/** Names of the platforms, as their makers write them. */
export const platformNames = { wordpress: 'WordPress', ghost: 'Ghost', halo: 'Halo', web: '' } as const;

/** The front page. Throws `unavailable` with the right address when the site has another one. */
const requestFront = async (client: SiteClient, signal: AbortSignal | undefined): Promise<SiteResponse> => {
  try {
    return await client.request(client.address.folder, { ...limits, signal });
  } catch (error) {
    const host = isFault(error, 'invalid') ? error.explanation?.params['host'] : undefined;
    if (host === undefined) throw error;
    throw unavailable(explained('site_redirects_away', { host }));
  }
};

/** The platform named by the operator, with its addresses detected. */
export const platformNamed = async (
  kind: PlatformKind,
  client: SiteClient,
  given: { readonly ghostKey: string | undefined },
  signal?: AbortSignal,
): Promise<Platform> => {
  if (kind === 'web' || kind === 'halo') return { kind };
  const { folder } = client.address;
  if (kind === 'ghost' && given.ghostKey !== undefined) return ghostWith(given.ghostKey, folder);
  const signs = signsOf(await requestFront(client, signal));
  if (kind === 'ghost') return ghostWith(signs.ghostKey, folder);
  return { kind, root: signs.wordpressRoot || `${folder}wp-json/` };
};

interface Signs {
  /** `''` when the page names none. */
  readonly wordpressRoot: string;
  readonly ghostKey: string;
  readonly generator: string;
}

const signsOf = (front: SiteResponse): Signs => {
  const linked =
    /<([^>]+)>\s*;\s*rel="https:\/\/api\.w\.org\/"/.exec(front.headers.get('link') ?? '')?.[1] ?? '';
  const signs = { wordpressRoot: linked, ghostKey: '', generator: '' };
  readHtml(front.text(), {
    open(name, attributes) {
      if (name === 'link' && attributes.get('rel') === 'https://api.w.org/')
        signs.wordpressRoot ||= attributes.get('href') ?? '';
      if (name === 'meta' && attributes.get('name')?.toLowerCase() === 'generator')
        signs.generator += ` ${attributes.get('content') ?? ''}`;
      const key = attributes.get('data-key');
      if (
        name === 'script' &&
        key !== undefined &&
        /^[\da-f]{20,64}$/.test(key) &&
        attributes.has('data-ghost')
      )
        signs.ghostKey ||= key;
    },
    close: () => undefined,
    text: () => undefined,
  });
  return signs;
};

/** Platforms that a page suggests, most likely first. */
const candidatesOf = (signs: Signs, folder: string): Platform[] => [
  ...(signs.wordpressRoot !== '' ? [{ kind: 'wordpress' as const, root: signs.wordpressRoot }] : []),
  ...(signs.ghostKey !== '' ? [ghostWith(signs.ghostKey, folder)] : []),
  ...(/\bHalo\b/i.test(signs.generator) ? [{ kind: 'halo' as const }] : []),
  ...(/\bWordPress\b/i.test(signs.generator) && signs.wordpressRoot === ''
    ? [{ kind: 'wordpress' as const, root: `${folder}?rest_route=/` }]
    : []),
];

const ghostWith = (key: string, folder: string): Platform => ({
  kind: 'ghost',
  api: `${folder}ghost/api/`,
  key,
});

/** The status by which the API refuses its articles to visitors; `''` when it returns them without authentication. */
const refusalOf = async (
  platform: Platform,
  client: SiteClient,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const path = probePath(platform, client);
  if (path === undefined) return 'elsewhere';
  try {
    const response = await client.request(path, {
      ...limits,
      headers: { accept: 'application/json' },
      signal,
    });
    if (response.status !== 200) return String(response.status);
    return isList(platform, jsonIn(response.text())) ? '' : 'no JSON';
  } catch (error) {
    if (isFault(error, 'invalid')) return error.message;
    throw error;
  }
};

const isList = ({ kind }: Platform, answer: unknown): boolean => {
  if (kind === 'wordpress') return Array.isArray(answer);
  if (kind === 'ghost') return Array.isArray(record(answer)['posts']);
  return list(record(answer)['items']).length > 0 || record(answer)['totalPages'] !== undefined;
};

const probePath = (platform: Platform, client: SiteClient): string | undefined => {
  if (platform.kind === 'halo') return '/apis/api.content.halo.run/v1alpha1/posts?page=1&size=1';
  if (platform.kind === 'ghost') return `${platform.api}content/posts/?key=${platform.key}&limit=1&fields=id`;
  if (platform.kind === 'web') return undefined;
  const root = client.address.pathOf(platform.root);
  if (root === undefined) return undefined;
  const url = new URL(root, client.origin);
  const plain = url.searchParams.get('rest_route');
  if (plain === null) url.pathname = `${url.pathname.replace(/\/+$/, '')}/wp/v2/posts`;
  else url.searchParams.set('rest_route', '/wp/v2/posts');
  url.searchParams.set('per_page', '1');
  url.searchParams.set('_fields', 'id');
  return url.pathname + url.search;
};
