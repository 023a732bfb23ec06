import { createHmac, randomBytes } from 'node:crypto';
import {
  fileIn,
  startPlatform,
  type FakePlatform,
  type PlatformReply,
  type PlatformRequest,
} from './fake-platform.ts';

interface GhostPost {
  readonly id: string;
  readonly name: string;
  title: string;
  html: string;
  tags: readonly string[];
  visibility: string;
  custom_excerpt: string | null;
  updated_at: string;
  isPublished: boolean;
}

export const contentKey = '22444f78447824223cefc48062';
export const adminKey = `${'a'.repeat(24)}:${'b'.repeat(64)}`;
const staffKey = `${'c'.repeat(24)}:${'d'.repeat(64)}`;

/** A token of the administrator, as a program of his would send it. */
export const staffToken = (): string => tokenOf(staffKey);

export interface FakeGhost extends FakePlatform {
  publish(post: {
    readonly name: string;
    readonly title: string;
    readonly text: string;
    readonly tags?: readonly string[];
    readonly limited?: boolean;
  }): string;
  unpublish(name: string): void;
}

/** As much of Ghost 6 as Docent uses: the Content API, posts, images and users of the Admin API. */
export const startGhost = async (): Promise<FakeGhost> => {
  const posts = new Map<string, GhostPost>();
  const pictures = new Map<string, Buffer>();
  let tick = Date.UTC(2026, 0, 1);
  const nextTime = () => new Date((tick += 1_000)).toISOString();
  const platform = await startPlatform((request) => route(request) ?? error(404, 'NotFoundError'));

  const route = (request: PlatformRequest): PlatformReply | undefined => {
    const { path } = request;
    if (path === '/') return { status: 200, type: 'text/html', body: front(platform.origin) };
    if (pictures.has(path)) return { status: 200, type: 'image/png', body: pictures.get(path) ?? '' };
    if (path.startsWith('/ghost/api/content/')) return content(request);
    if (path.startsWith('/ghost/api/admin/')) return admin(request);
    return undefined;
  };

  const content = ({ path, query }: PlatformRequest): PlatformReply | undefined => {
    if (query.get('key') !== contentKey) return error(query.has('key') ? 401 : 403, 'NoPermissionError');
    if (path.endsWith('/settings/')) return { status: 200, json: { settings: { title: 'A Ghost' } } };
    const isPages = path.endsWith('/pages/');
    const wanted = /^id:\[([\da-f,]+)\]$/.exec(query.get('filter') ?? '')?.[1]?.split(',');
    const shown = isPages
      ? []
      : [...posts.values()].filter((post) => post.isPublished && (wanted?.includes(post.id) ?? true));
    const sorted =
      query.get('order') === 'updated_at desc'
        ? shown.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
        : shown;
    const limit = Math.min(Number(query.get('limit') ?? 15), 100);
    const page = Number(query.get('page') ?? 1);
    const pages = Math.max(1, Math.ceil(sorted.length / limit));
    const items = sorted
      .slice((page - 1) * limit, page * limit)
      .map((post) => wire(post, query.get('formats') !== null));
    return {
      status: 200,
      json: {
        [isPages ? 'pages' : 'posts']: items,
        meta: {
          pagination: { page, limit, pages, next: page < pages ? page + 1 : null, total: sorted.length },
        },
      },
    };
  };

  const wire = (post: GhostPost, whole: boolean) => ({
    id: post.id,
    title: post.title,
    slug: post.name,
    url: `${platform.origin}/${post.name}/`,
    custom_excerpt: post.custom_excerpt,
    excerpt: post.custom_excerpt ?? 'Made by Ghost',
    published_at: '2026-01-01T00:00:00.000+00:00',
    created_at: '2026-01-01T00:00:00.000+00:00',
    updated_at: post.updated_at,
    visibility: post.visibility,
    tags: [...post.tags, '#internal'].map((name) => ({
      name,
      slug: name.toLowerCase(),
      visibility: name.startsWith('#') ? 'internal' : 'public',
    })),
    ...(whole && { html: post.visibility === 'public' ? post.html : '' }),
  });

  const admin = (request: PlatformRequest): PlatformReply | undefined => {
    const { path, method, headers } = request;
    if (path === '/ghost/api/admin/users/me/') return user(headers);
    if (!proves(headers.authorization, adminKey)) return error(401, 'UnauthorizedError');
    if (path === '/ghost/api/admin/images/upload/') {
      const url = `/content/images/${randomBytes(4).toString('hex')}.png`;
      pictures.set(url, fileIn(request.body));
      return { status: 201, json: { images: [{ url: platform.origin + url, ref: 'x' }] } };
    }
    const post = posts.get(/^\/ghost\/api\/admin\/posts\/([\da-f]{24})\/$/.exec(path)?.[1] ?? '');
    if (!post) return undefined;
    if (method === 'PUT') {
      const [change] = (
        JSON.parse(request.body.toString()) as {
          posts: { custom_excerpt: string | null; updated_at: string }[];
        }
      ).posts;
      if (!change || change.updated_at !== post.updated_at) return error(409, 'UpdateCollisionError');
      if ((change.custom_excerpt ?? '').length > 300) return error(422, 'ValidationError');
      post.custom_excerpt = change.custom_excerpt;
      post.updated_at = nextTime();
    }
    return { status: 200, json: { posts: [{ id: post.id, updated_at: post.updated_at }] } };
  };

  const user = (headers: PlatformRequest['headers']): PlatformReply => {
    if (proves(headers.authorization, adminKey)) return error(404, 'NotFoundError');
    const cookie = headers.cookie ?? '';
    const role =
      proves(headers.authorization, staffKey) || cookie === 'ghost-admin-api-session=owner'
        ? 'Owner'
        : cookie === 'ghost-admin-api-session=author'
          ? 'Author'
          : undefined;
    if (role === undefined) return error(403, 'NoPermissionError');
    return {
      status: 200,
      json: { users: [{ id: role.toLowerCase(), status: 'active', roles: [{ name: role }] }] },
    };
  };

  return Object.assign(platform, {
    publish({ name, title, text, tags = [], limited = false }: Parameters<FakeGhost['publish']>[0]) {
      const known = [...posts.values()].find((post) => post.name === name);
      const id = known?.id ?? randomBytes(12).toString('hex');
      posts.set(id, {
        id,
        name,
        title,
        html: `<p>${text}</p>`,
        tags,
        visibility: limited ? 'members' : 'public',
        custom_excerpt: known?.custom_excerpt ?? null,
        updated_at: nextTime(),
        isPublished: true,
      });
      return id;
    },
    unpublish(name: string) {
      for (const post of posts.values()) if (post.name === name) post.isPublished = false;
    },
  });
};

const front = (origin: string): string =>
  `<html><head><title>A Ghost</title><meta name="generator" content="Ghost 6.65"><script defer src="/portal.min.js" data-ghost="${origin}/" data-key="${contentKey}" data-api="${origin}/ghost/api/content/"></script></head><body>Posts</body></html>`;

const error = (status: number, type: string): PlatformReply => ({ status, json: { errors: [{ type }] } });

const tokenOf = (key: string): string => {
  const [kid = '', secret = ''] = key.split(':');
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS256', kid })}.${part({ iat: Math.floor(Date.now() / 1000), aud: '/admin/' })}`;
  return `${unsigned}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(unsigned).digest('base64url')}`;
};

/** Checks a token as Ghost does: the key by `kid`, the signature, and its age. */
const proves = (authorization: string | undefined, key: string): boolean => {
  const [head = '', claims = '', signature = ''] = authorization?.replace(/^Ghost /, '').split('.') ?? [];
  const [kid, secret = ''] = key.split(':');
  const right = createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${head}.${claims}`)
    .digest('base64url');
  if (signature === '' || signature !== right) return false;
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as { kid?: string; iat?: number; aud?: string };
  const { iat = 0, aud } = read(claims);
  return read(head).kid === kid && aud === '/admin/' && Math.abs(Date.now() / 1000 - iat) < 300;
};
