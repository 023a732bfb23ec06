import { sha256 } from '../../../kit/ids.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import { list, record, text } from '../remote/json-answer.ts';
import { toInstant } from '../remote/plain.ts';
import { titleFromText } from '../remote/title-from-text.ts';

/** Types of Ghost's articles. */
export type PostType = 'posts' | 'pages';
export const postTypes: readonly PostType[] = ['posts', 'pages'];

export const headFields =
  'id,title,slug,url,custom_excerpt,excerpt,published_at,created_at,updated_at,visibility';

/** Parses the head of a post of the Content API. */
export const readHead = (
  value: unknown,
  pathOf: (address: string) => string | undefined,
  type: PostType = 'posts',
): ArticleHead => {
  const post = record(value);
  const written = text(post['custom_excerpt']).trim();
  const tags = list(post['tags'])
    .map(record)
    .filter((tag) => tag['visibility'] !== 'internal' && !text(tag['name']).startsWith('#'))
    .map((tag) => ({ name: text(tag['name']), slug: text(tag['slug']) }));
  const head = {
    id: text(post['id']),
    title: titleOf(post),
    url: pathOf(text(post['url'])) ?? '',
    tags,
    categories: [],
    publishedAt: toInstant(post['published_at']),
    createdAt: toInstant(post['created_at']) || toInstant(post['published_at']),
    modifiedAt: toInstant(post['updated_at']),
    visits: null,
    excerpt: written,
    excerptIsManual: written !== '',
    visibility: post['visibility'] === 'public' ? ('public' as const) : ('limited' as const),
  };
  return {
    ...head,
    ...(type === 'pages' && { isPage: true as const }),
    revision: sha256(JSON.stringify(head)).slice(0, 32),
  };
};

/** Ghost calls a post without a title “(Untitled)”; its first sentence stands for it, or the words of its address. */
const titleOf = (post: Readonly<Record<string, unknown>>): string => {
  const title = text(post['title']).trim();
  if (title !== '' && title !== '(Untitled)') return title;
  return titleFromText(text(post['excerpt']).trim(), text(post['slug']));
};
