import { createHash } from 'node:crypto';
import {
  fileIn,
  startPlatform,
  type FakePlatform,
  type PlatformReply,
  type PlatformRequest,
} from './fake-platform.ts';

interface HaloPost {
  readonly name: string;
  title: string;
  html: string;
  tags: readonly string[];
  visible: string;
  excerpt: { autoGenerate: boolean; raw: string };
  lastModifyTime: string;
  visits: number;
  isPublished: boolean;
}

export const haloToken = 'pat_a.b.c';

export interface FakeHalo extends FakePlatform {
  publish(post: {
    readonly name: string;
    readonly title: string;
    readonly text: string;
    readonly tags?: readonly string[];
    readonly limited?: boolean;
  }): string;
  unpublish(name: string): void;
  /** A visitor reads a post: its count rises, its checksum stays. */
  visit(name: string): void;
}

const publicPosts = '/apis/api.content.halo.run/v1alpha1/posts';
const rawPosts = '/apis/content.halo.run/v1alpha1/posts/';
const attachmentPath = '/apis/storage.halo.run/v1alpha1/attachments/';

/** As much of Halo 2.2x as Docent uses, after its OpenAPI documents. */
export const startHalo = async (): Promise<FakeHalo> => {
  const posts = new Map<string, HaloPost>();
  const attachments = new Map<string, Buffer>();
  let tick = Date.UTC(2026, 0, 1);
  let conflicts = 1;
  const platform = await startPlatform(
    (request) => route(request) ?? { status: 404, json: { title: 'Not found' } },
  );

  const route = (request: PlatformRequest): PlatformReply | undefined => {
    const { path, headers, method } = request;
    if (path === '/')
      return {
        status: 200,
        type: 'text/html',
        body: '<html><head><title>A Halo</title><meta name="generator" content="Halo 2.26.0"></head></html>',
      };
    if (path.startsWith('/upload/')) {
      const file = attachments.get(path.slice('/upload/'.length));
      return file && { status: 200, type: 'image/png', body: file };
    }
    const isToken = headers.authorization === `Bearer ${haloToken}`;
    if (headers.authorization !== undefined && !isToken) return { status: 401, json: {} };
    if (path === publicPosts) return list(request.query, isToken);
    if (path.startsWith(`${publicPosts}/`)) {
      const post = posts.get(path.slice(publicPosts.length + 1));
      return isShown(post, isToken) ? { status: 200, json: wire(post, true) } : undefined;
    }
    if (path.endsWith('/users/-/permissions'))
      return { status: 200, json: { roles: rolesOf(request), permissions: [], uiPermissions: [] } };
    if (path === '/apis/uc.api.halo.run/v1alpha1/users/-') {
      const name = nameOf(request);
      return name === 'anonymousUser' ? { status: 403, json: {} } : { status: 200, json: { name } };
    }
    if (!isToken) return { status: 403, json: {} };
    if (path.startsWith(rawPosts) && method === 'PATCH') return patch(request);
    if (path === '/apis/storage.halo.run/v1alpha1/policies')
      return {
        status: 200,
        json: {
          items: [
            { metadata: { name: 'default-policy' }, spec: { displayName: 'Local' } },
            { metadata: { name: 's3' }, spec: { displayName: 'S3' } },
          ],
        },
      };
    if (path === '/apis/api.console.halo.run/v1alpha1/attachments/upload') {
      const name = `attachment-${attachments.size + 1}`;
      attachments.set(name, fileIn(request.body));
      return { status: 200, json: { metadata: { name }, spec: {} } };
    }
    if (path.startsWith(attachmentPath)) {
      const name = path.slice(attachmentPath.length);
      if (!attachments.has(name)) return undefined;
      if (method === 'DELETE') attachments.delete(name);
      return { status: 200, json: { metadata: { name }, status: { permalink: `/upload/${name}` } } };
    }
    return undefined;
  };

  const isShown = (post: HaloPost | undefined, isOwner: boolean): post is HaloPost =>
    post?.isPublished === true && (post.visible === 'PUBLIC' || isOwner);

  const list = (query: URLSearchParams, isOwner: boolean): PlatformReply => {
    const shown = [...posts.values()].filter((post) => isShown(post, isOwner));
    const sorted = query.get('sort')?.startsWith('status.lastModifyTime')
      ? shown.toSorted((a, b) => b.lastModifyTime.localeCompare(a.lastModifyTime))
      : shown;
    const size = Math.min(Number(query.get('size') ?? 0) || 1000, 1000);
    const page = Number(query.get('page') ?? 1);
    const items = sorted.slice((page - 1) * size, page * size).map((post) => wire(post, false));
    return {
      status: 200,
      json: {
        page,
        size,
        total: sorted.length,
        totalPages: Math.ceil(sorted.length / size),
        hasNext: page * size < sorted.length,
        items,
      },
    };
  };

  const wire = (post: HaloPost, whole: boolean) => {
    const spec = {
      title: post.title,
      slug: post.name,
      visible: post.visible,
      deleted: false,
      publishTime: '2026-01-01T00:00:00Z',
      excerpt: post.excerpt,
    };
    return {
      metadata: {
        name: post.name,
        creationTimestamp: '2026-01-01T00:00:00Z',
        version: post.visits,
        annotations: {
          'checksum/config': createHash('sha256')
            .update(JSON.stringify([spec, post.tags, post.lastModifyTime]))
            .digest('hex'),
        },
      },
      spec,
      status: {
        permalink: `/archives/${post.name}`,
        excerpt: 'effective',
        lastModifyTime: post.lastModifyTime,
      },
      stats: { visit: post.visits },
      tags: post.tags.map((name) => ({
        metadata: { name: `tag-${name}` },
        spec: { displayName: name, slug: name.toLowerCase() },
      })),
      categories: [],
      ...(whole && { content: { content: post.html, raw: post.html } }),
    };
  };

  const patch = ({ path, body, headers }: PlatformRequest): PlatformReply | undefined => {
    if (headers['content-type'] !== 'application/json-patch+json') return { status: 415, json: {} };
    const post = posts.get(path.slice(rawPosts.length));
    if (!post) return undefined;
    // Halo's own work on the post wins now and then.
    if (conflicts-- > 0) return { status: 409, json: {} };
    const [change] = JSON.parse(body.toString()) as { path: string; value: HaloPost['excerpt'] }[];
    if (change?.path !== '/spec/excerpt') return { status: 400, json: {} };
    post.excerpt = change.value;
    return { status: 200, json: {} };
  };

  const nameOf = ({ headers }: PlatformRequest): string => {
    if (headers.authorization !== undefined) return 'admin';
    return { 'SESSION=admin': 'admin', 'SESSION=author': 'author' }[headers.cookie ?? ''] ?? 'anonymousUser';
  };
  const rolesOf = (request: PlatformRequest) =>
    nameOf(request) === 'admin' ? [{ metadata: { name: 'super-role' } }] : [];

  return Object.assign(platform, {
    publish({ name, title, text, tags = [], limited = false }: Parameters<FakeHalo['publish']>[0]) {
      const known = posts.get(name);
      const isSameText = known?.html === `<p>${text}</p>`;
      posts.set(name, {
        name,
        title,
        html: `<p>${text}</p>`,
        tags,
        visible: limited ? 'PRIVATE' : 'PUBLIC',
        excerpt: known?.excerpt ?? { autoGenerate: true, raw: '' },
        lastModifyTime: known && isSameText ? known.lastModifyTime : new Date((tick += 1_000)).toISOString(),
        visits: known?.visits ?? 0,
        isPublished: true,
      });
      return name;
    },
    unpublish(name: string) {
      const post = posts.get(name);
      if (post) post.isPublished = false;
    },
    visit(name: string) {
      const post = posts.get(name);
      if (post) post.visits++;
    },
  });
};
