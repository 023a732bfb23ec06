import { createHmac } from 'node:crypto';
import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { SiteClient, SiteRequest } from '../remote/client.ts';
import { jsonOf, list, record } from '../remote/json-answer.ts';

/** Ghost's maximum of articles per request. */
export const perPage = 100;

const version = { 'accept-version': 'v5.0', accept: 'application/json' };

/** Content API of a Ghost site: published articles. */
export const createContentApi = (
  client: SiteClient,
  deps: { readonly api: string; readonly key: string },
) => ({
  /** One page of posts or pages, and the number of pages. */
  async list(
    type: 'posts' | 'pages',
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<{
    readonly posts: readonly unknown[];
    readonly pages: number;
    readonly total: number;
    /** Time of the response by Ghost's clock. */
    readonly answeredAt: string;
  }> {
    const search = new URLSearchParams({ key: deps.key, include: 'tags', limit: String(perPage), ...query });
    const response = await client.request(`${deps.api}content/${type}/?${search.toString()}`, {
      signal,
      headers: version,
      maxBytes: 60_000_000,
    });
    const answer = record(jsonOf(response, 'The list of articles'));
    const pagination = record(record(answer['meta'])['pagination']);
    const { pages, total } = pagination;
    if (typeof total !== 'number' || typeof pages !== 'number')
      throw unavailable(explained('site_no_total', { platform: 'Ghost' }));
    const answeredAt = response.headers.get('date') ?? '';
    return { posts: list(answer[type]), pages, total, answeredAt };
  },
  settings: async (signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> => {
    const path = `${deps.api}content/settings/?key=${encodeURIComponent(deps.key)}`;
    const response = await client.request(path, { signal, headers: version, urgent: true });
    return record(record(jsonOf(response, 'The settings'))['settings']);
  },
});

/** Admin API, with a key `id:secret`. */
export const createAdminApi = (
  client: SiteClient,
  deps: { readonly api: string; readonly adminKey: string; readonly now: () => number },
) => ({
  call: (path: string, request: SiteRequest = {}) =>
    client.request(`${deps.api}admin/${path}`, {
      ...request,
      headers: {
        ...version,
        authorization: `Ghost ${tokenOf(deps.adminKey, deps.now())}`,
        ...request.headers,
      },
    }),
});

/** A token for the Admin API, valid for five minutes. */
export const tokenOf = (adminKey: string, now: number): string => {
  const [id = '', secret = ''] = adminKey.split(':', 2);
  const issued = Math.floor(now / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT', kid: id })}.${part({ iat: issued, exp: issued + 300, aud: '/admin/' })}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(unsigned).digest('base64url');
  return `${unsigned}.${signature}`;
};
