import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import { pagesAhead, withFirst } from '../remote/lists/pages-ahead.ts';
import { readSettled, type Answered } from '../remote/lists/read-settled.ts';
import type { WordpressApi } from './api.ts';
import {
  bodyFields,
  bodyOf,
  headFields,
  idOf,
  parseId,
  postTypes,
  readHead,
  types,
  type PostType,
} from './posts.ts';

const perPage = 100;

interface PostPage {
  readonly posts: readonly unknown[];
  readonly total: number;
  readonly pages: number;
  /** Time of the response by WordPress's clock. */
  readonly answeredAt: string;
}

export interface WordpressReading extends ListingSource {
  /** Articles with text, by id; those with limited visibility are missing. */
  articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
}

/** Reads articles as an anonymous visitor. `authorization` is used only for raw excerpts. */
export const createWordpressReading = (deps: {
  readonly api: WordpressApi;
  readonly pathOf: (address: string) => string | undefined;
  readonly authorization: string | undefined;
}): WordpressReading => {
  const { api, pathOf, authorization } = deps;

  const page = async (
    type: PostType,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<PostPage> => {
    const response = await api.call(
      `/wp/v2/${type}`,
      { per_page: String(perPage), _embed: 'wp:term', ...query },
      { signal },
    );
    // WordPress replies with an error to a page beyond the last one.
    if (response.status === 400 && response.text().includes('rest_post_invalid_page_number'))
      return { posts: [], total: 0, pages: 0, answeredAt: '' };
    const posts = list(jsonOf(response, 'The list of articles'));
    const total = Number(response.headers.get('x-wp-total') ?? Number.NaN);
    if (!Number.isInteger(total)) throw unavailable(explained('site_no_total', { platform: 'WordPress' }));
    const pages = Number(response.headers.get('x-wp-totalpages') ?? 1);
    return { posts, total, pages, answeredAt: response.headers.get('date') ?? '' };
  };

  /** Raw excerpts by post number. */
  const written = async (
    type: PostType,
    posts: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, string> | undefined> => {
    if (authorization === undefined || type !== 'posts' || posts.length === 0) return undefined;
    const include = posts.map((post) => text(record(post)['id'])).join(',');
    const response = await api.call(
      `/wp/v2/${type}`,
      { context: 'edit', per_page: String(perPage), include, _fields: 'id,excerpt' },
      { signal, headers: { authorization } },
    );
    const found = list(jsonOf(response, 'The list of articles')).map(record);
    return new Map(found.map((post) => [text(post['id']), text(record(post['excerpt'])['raw'])]));
  };

  const heads = async (type: PostType, posts: readonly unknown[], signal: AbortSignal | undefined) => {
    const excerpts = await written(type, posts, signal);
    return posts.map((post) =>
      readHead(type, post, { pathOf, written: excerpts?.get(text(record(post)['id'])) }),
    );
  };

  const articles = async (ids: readonly string[], signal: AbortSignal | undefined): Promise<Answered> => {
    const found = new Map<string, Article>();
    let answered = '';
    for (const type of postTypes) {
      const include = ids.flatMap((id) => {
        const parsed = parseId(id);
        return parsed?.type === type ? [parsed.number] : [];
      });
      if (include.length === 0) continue;
      const { posts, answeredAt } = await page(
        type,
        { include: include.join(','), _fields: bodyFields },
        signal,
      );
      answered ||= answeredAt;
      const read = await heads(type, posts, signal);
      for (const [index, head] of read.entries())
        if (head.visibility === 'public')
          found.set(head.id, { ...head, body: { format: 'html', text: bodyOf(posts[index]) } });
    }
    return { articles: found, answeredAt: answered };
  };

  return {
    async *walk(signal) {
      for (const type of postTypes) {
        const order = { orderby: 'id', order: 'asc', _fields: headFields };
        const read = (number: number) => page(type, { ...order, page: String(number) }, signal);
        const first = await read(1);
        let count = 0;
        for await (const { posts, total } of withFirst(first, pagesAhead(2, first.pages, read))) {
          count += posts.length;
          // New posts come at the end, but a deletion shifts one from an unread page to one already read.
          if (total < first.total) throw unavailable(explained('site_list_changed'));
          yield* await heads(type, posts, signal);
        }
        if (count < first.total) throw unavailable(explained('site_list_changed'));
      }
    },

    async changes(known, signal) {
      // The whole list is just as cheap, and shows renamed tags too.
      if (known.size <= perPage) return 'walk';
      const changed: ArticleHead[] = [];
      for (const type of postTypes) {
        const newest = { orderby: 'modified', order: 'desc', page: '1', _fields: headFields };
        const { posts, total } = await page(type, newest, signal);
        const before = [...known.keys()].filter((id) => id.startsWith(`${types[type]}-`)).length;
        const fresh = posts.filter((post) => !known.has(idOf(type, record(post)['id']))).length;
        if (total !== before + fresh) return 'walk';
        const read = await heads(type, posts, signal);
        const differ = read.filter((head) => known.get(head.id)?.revision !== head.revision);
        if (differ.length === perPage) return 'walk';
        changed.push(...differ);
      }
      return changed;
    },

    articles: (ids, signal) => readSettled(() => articles(ids, signal), signal),
  };
};
