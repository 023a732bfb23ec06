import { sha256 } from '../../../kit/ids.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import { list, record, text } from '../remote/json-answer.ts';
import { toInstant, textOfHtml } from '../remote/plain.ts';
import { titleFromText } from '../remote/title-from-text.ts';

/** Post types that visitors may read. */
export const types = { posts: 'post', pages: 'page' } as const;
export type PostType = keyof typeof types;
export const postTypes: readonly PostType[] = ['posts', 'pages'];

/** Fields of list requests; the text is requested only when an article is read. */
export const headFields =
  'id,slug,link,title,excerpt,date_gmt,modified_gmt,modified,content.protected,_links,_embedded';
export const bodyFields = `${headFields},content`;

export const idOf = (type: PostType, number: unknown): string => `${types[type]}-${text(number)}`;

/** Number and type of a WordPress id; `undefined` for other ids. */
export const parseId = (id: string): { readonly type: PostType; readonly number: string } | undefined => {
  const match = /^(post|page)-(\d{1,18})$/.exec(id);
  if (!match) return undefined;
  return { type: match[1] === 'post' ? 'posts' : 'pages', number: match[2] ?? '' };
};

/**
 * Parses the head of a post of the REST API. `written` is the raw excerpt, where known; the revision does not depend on
 * it, since a password that is refused for a while changes no article.
 */
export const readHead = (
  type: PostType,
  value: unknown,
  options: {
    readonly pathOf: (address: string) => string | undefined;
    readonly written?: string | undefined;
  },
): ArticleHead => {
  const post = record(value);
  const link = text(post['link']);
  const shown = text(record(post['excerpt'])['rendered']);
  const isCut = /\[(?:&hellip;|…|&#8230;|\.\.\.)\]/.test(shown);
  const excerpt = textOfHtml(shown.replace(/\[(?:&hellip;|…|&#8230;|\.\.\.)\]/g, '…'));
  const terms = list(record(post['_embedded'])['wp:term']).flatMap(list).map(record);
  const termsOf = (taxonomy: string): Term[] =>
    terms
      .filter((term) => term['taxonomy'] === taxonomy)
      .map((term) => ({ name: textOfHtml(text(term['name'])), slug: text(term['slug']) }));
  const head = {
    id: idOf(type, post['id']),
    title: textOfHtml(text(record(post['title'])['rendered'])) || titleFromText(excerpt, text(post['slug'])),
    url: options.pathOf(link) ?? '',
    tags: termsOf('post_tag'),
    categories: termsOf('category').filter(({ slug }) => slug !== 'uncategorized'),
    publishedAt: toInstant(post['date_gmt']),
    createdAt: toInstant(post['date_gmt']),
    modifiedAt: toInstant(post['modified_gmt']),
    visits: null,
    excerpt,
    excerptIsManual: excerpt !== '' && !isCut,
    visibility: record(post['content'])['protected'] === true ? ('limited' as const) : ('public' as const),
  };
  const { written } = options;
  return {
    ...head,
    ...(type === 'pages' && { isPage: true as const }),
    ...(written !== undefined && { excerpt: written, excerptIsManual: written !== '' }),
    revision: sha256(JSON.stringify(head)).slice(0, 32),
  };
};

export const bodyOf = (value: unknown): string => text(record(record(value)['content'])['rendered']);
