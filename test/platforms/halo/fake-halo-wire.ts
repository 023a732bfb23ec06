import { createHash } from 'node:crypto';

/** A post or a single page as the fake keeps it. */
export interface HaloEntry {
  readonly name: string;
  readonly kind: 'post' | 'page';
  readonly slug: string;
  readonly createdAt: string;
  title: string;
  html: string;
  tags: readonly string[];
  visible: 'PUBLIC' | 'INTERNAL' | 'PRIVATE';
  hideFromList: boolean;
  excerpt: { autoGenerate: boolean; raw: string };
  /** Excerpt that pages show; Halo's own work writes it after a change of `contentChecksum`. */
  shownExcerpt: string;
  contentChecksum: string | undefined;
  lastModifyTime: string;
  version: number;
  visits: number;
  isPublished: boolean;
}

/** How addresses of entries are made: `/archives/…`, `/?p=…`, or with the external address in front. */
export type Permalink = (entry: HaloEntry) => string;

const owner = { name: 'owner', displayName: 'Owner', avatar: '', bio: '', permalink: '/authors/owner' };

/** A post or page as Halo's public API returns it; `content` only where it is asked for by its name. */
export const publicEntry = (entry: HaloEntry, permalink: Permalink, isWhole: boolean) => ({
  ...resource(entry, permalink),
  stats: { visit: entry.visits, upvote: 0, comment: 0 },
  owner,
  contributors: [{ ...owner, metadata: { name: 'owner', annotations: { 'content.halo.run/x': 'y' } } }],
  ...(entry.kind === 'post' && {
    tags: entry.tags.map((name) => term('tags', name)),
    categories: [term('categories', 'default')],
  }),
  ...(isWhole && { content: { content: entry.html, raw: entry.html } }),
});

/** The resource itself, as the content API returns and patches it. */
export const resource = (entry: HaloEntry, permalink: Permalink) => {
  const spec = {
    title: entry.title,
    slug: entry.slug,
    releaseSnapshot: `snapshot-${entry.contentChecksum ?? ''}`,
    headSnapshot: `snapshot-${entry.contentChecksum ?? ''}`,
    owner: 'owner',
    template: '',
    cover: '',
    deleted: false,
    publish: entry.isPublished,
    publishTime: entry.createdAt,
    pinned: false,
    allowComment: true,
    visible: entry.visible,
    priority: 0,
    excerpt: entry.excerpt,
    ...(entry.kind === 'post' && {
      categories: ['category-default'],
      tags: entry.tags.map((name) => `tag-${slugOf(name)}`),
    }),
    htmlMetas: [],
  };
  return {
    apiVersion: 'content.halo.run/v1alpha1',
    kind: entry.kind === 'post' ? 'Post' : 'SinglePage',
    metadata: {
      name: entry.name,
      labels: { 'content.halo.run/published': String(entry.isPublished) },
      annotations: {
        ...(entry.kind === 'post' && { 'checksum/config': hash(JSON.stringify(spec)) }),
        'content.halo.run/stats': JSON.stringify({ visit: entry.visits }),
        ...(entry.contentChecksum !== undefined && { 'checksum/content': entry.contentChecksum }),
      },
      creationTimestamp: entry.createdAt,
      version: entry.version,
      finalizers: ['post-protection'],
    },
    spec,
    status: {
      phase: 'PUBLISHED',
      conditions: [],
      permalink: permalink(entry),
      excerpt: entry.shownExcerpt,
      inProgress: false,
      contributors: ['owner'],
      lastModifyTime: entry.lastModifyTime,
      observedVersion: entry.version,
      hideFromList: entry.hideFromList,
    },
  };
};

/** A problem of RFC 9457, as Halo writes it. */
export const problem = (status: number, title: string) => ({
  status,
  type: 'application/problem+json',
  json: {
    type: 'about:blank',
    title,
    status,
    detail: title,
    instance: '/apis',
    requestId: 'a1-2',
    timestamp: '2026-01-01T00:00:00.912259683Z',
  },
});

/** A page of a list. One behind the end is empty. */
export const envelope = (page: number, size: number, all: readonly unknown[]) => {
  const totalPages = Math.max(1, Math.ceil(all.length / size));
  return {
    page,
    size,
    total: all.length,
    items: all.slice((page - 1) * size, page * size),
    first: page <= 1,
    last: page >= totalPages,
    hasNext: page < totalPages,
    hasPrevious: page > 1,
    totalPages,
  };
};

const term = (group: string, name: string) => ({
  metadata: { name: `${group === 'tags' ? 'tag' : 'category'}-${slugOf(name)}`, version: 1 },
  spec: { displayName: name, slug: slugOf(name), color: '#ffffff', cover: '' },
  status: { permalink: `/${group}/${slugOf(name)}`, postCount: 1, visiblePostCount: 1 },
  postCount: 1,
});

const slugOf = (name: string): string => name.toLowerCase();

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
