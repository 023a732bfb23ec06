import { sha256 } from '../../../kit/ids.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import { list, record, text } from '../remote/json-answer.ts';
import { toInstant } from '../remote/plain.ts';

export type HaloKind = 'post' | 'page';

/** Paths of the lists of each kind in Halo's public API. */
export const publicLists = {
  post: '/apis/api.content.halo.run/v1alpha1/posts',
  page: '/apis/api.content.halo.run/v1alpha1/singlepages',
} as const;

/** Paths for writing each kind. */
export const resources = {
  post: '/apis/content.halo.run/v1alpha1/posts',
  page: '/apis/content.halo.run/v1alpha1/singlepages',
} as const;

/** Prefix of the ids of single pages; names in Halo contain no colon. */
const pageMark = 'page:';

/** Id of a post, which is its name, or of a single page. */
export const idOf = (kind: HaloKind, name: string): string => (kind === 'page' ? pageMark + name : name);

export const kindOf = (id: string): HaloKind => (id.startsWith(pageMark) ? 'page' : 'post');

/** The name in an id; `undefined` when it is not a valid name in Halo. */
export const nameOf = (id: string): string | undefined => {
  const name = kindOf(id) === 'page' ? id.slice(pageMark.length) : id;
  return isName(name) ? name : undefined;
};

/** True for a valid resource name of Halo: letters, digits, hyphens and dots. */
export const isName = (id: string): boolean => /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(id);

/** Parses the head of a post or single page of Halo's public API. */
export const readHead = (
  value: unknown,
  kind: HaloKind,
  pathOf: (address: string) => string | undefined,
): ArticleHead => {
  const post = record(value);
  const metadata = record(post['metadata']);
  const spec = record(post['spec']);
  const status = record(post['status']);
  const excerpt = record(spec['excerpt']);
  const isManual = excerpt['autoGenerate'] === false && text(excerpt['raw']) !== '';
  const visits = record(post['stats'])['visit'];
  const head = {
    id: idOf(kind, text(metadata['name'])),
    title: text(spec['title']),
    url: pathOf(text(status['permalink'])) ?? '',
    tags: termsOf(post['tags']),
    categories: termsOf(post['categories']),
    publishedAt: toInstant(spec['publishTime']),
    createdAt: toInstant(metadata['creationTimestamp']),
    modifiedAt: toInstant(status['lastModifyTime']) || toInstant(spec['publishTime']),
    excerpt: isManual ? text(excerpt['raw']) : '',
    excerptIsManual: isManual,
    // With a token Halo also returns private posts; they count as limited.
    visibility: isPublic(spec) ? ('public' as const) : ('limited' as const),
  };
  return {
    ...head,
    ...(kind === 'page' && { isPage: true as const }),
    ...(status['hideFromList'] === true && { isUnlisted: true as const }),
    visits: typeof visits === 'number' ? visits : null,
    revision: sha256(JSON.stringify([head, status['hideFromList'] === true, publishedOf(spec)])).slice(0, 32),
  };
};

const isPublic = (spec: Readonly<Record<string, unknown>>): boolean =>
  (spec['visible'] ?? 'PUBLIC') === 'PUBLIC' && spec['deleted'] !== true;

/**
 * The fields of the spec that determine the published article; drafts and visits do not change them. Halo's own checksum
 * of these fields is written a moment after each change, so a revision based on it would change twice.
 */
const publishedOf = ({ headSnapshot: _head, ...published }: Readonly<Record<string, unknown>>): string =>
  sha256(JSON.stringify(published));

const termsOf = (value: unknown): Term[] =>
  list(value).map((one) => {
    const spec = record(record(one)['spec']);
    return {
      name: text(spec['displayName']),
      slug: text(spec['slug']) || text(record(record(one)['metadata'])['name']),
    };
  });
