import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import { jsonOf, list, record } from '../remote/json-answer.ts';
import { growing, named, pagesAhead, withFirst } from '../remote/lists/pages-ahead.ts';
import type { WordpressApi } from './api.ts';
import { headFields, type PostType } from './posts.ts';

/** WordPress's maximum. */
const largest = 100;
const smallest = 10;

export interface PostPage {
  readonly posts: readonly unknown[];
  /** `undefined` when a proxy or plugin has removed the number. */
  readonly total: number | undefined;
  readonly pages: number | undefined;
  /** Time of the response by WordPress's clock. */
  readonly answeredAt: string;
}

export interface PostList {
  page(
    type: PostType,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<PostPage>;
  /** Heads of the posts changed last. */
  newest(type: PostType, signal: AbortSignal | undefined): Promise<PostPage>;
  /** Heads of all posts of a type. Throws `unavailable` when the list changed meanwhile. */
  all(type: PostType, signal: AbortSignal | undefined): Promise<readonly unknown[]>;
  /** Calls `read` with these in portions of a size that the site can answer. */
  inPortions<T>(
    items: readonly string[],
    read: (items: readonly string[]) => Promise<T>,
  ): Promise<readonly T[]>;
}

/**
 * Reads lists of posts. A site that is too slow or fails for a hundred posts at once, since it renders each for its
 * excerpt, is asked for fewer.
 */
export const createPostList = (api: WordpressApi): PostList => {
  let size = largest;

  /** Makes the next requests smaller after a failure; false when that cannot help. */
  const shrink = (error: unknown): boolean => {
    const code = isFault(error, 'unavailable') ? error.explanation?.code : undefined;
    if (code !== 'site_slow' && code !== 'site_status') return false;
    // A site that also fails for a few posts is down; a smaller number does not help.
    const mayHelp = size > smallest;
    size = mayHelp ? Math.max(smallest, Math.ceil(size / 4)) : largest;
    return mayHelp;
  };

  const page: PostList['page'] = async (type, query, signal) => {
    const response = await api.call(
      `/wp/v2/${type}`,
      { per_page: String(size), _embed: 'wp:term', ...query },
      { signal },
    );
    const nothing = { posts: [], total: 0, pages: 0, answeredAt: '' };
    // WordPress replies with an error to a page beyond the last one, and some plugins remove the pages.
    if (response.status === 400 && response.text().includes('rest_post_invalid_page_number')) return nothing;
    if (type === 'pages' && response.status === 404 && response.text().includes('rest_no_route'))
      return nothing;
    const posts = list(jsonOf(response, 'The list of articles'));
    return {
      posts,
      total: numberIn(response.headers.get('x-wp-total')),
      pages: numberIn(response.headers.get('x-wp-totalpages')),
      answeredAt: response.headers.get('date') ?? '',
    };
  };

  const listAll = async (type: PostType, signal: AbortSignal | undefined): Promise<FullList> => {
    const given = { orderby: 'id', order: 'asc', _fields: headFields, per_page: String(size) };
    const read = (number: number) => page(type, { ...given, page: String(number) }, signal);
    const first = await read(1);
    const posts: unknown[] = [];
    const others =
      first.pages === undefined ? untilShort(size, first, read) : pagesAhead(2, first.pages, read);
    const idsOf = (one: PostPage) => one.posts.map((post) => record(post)['id']);
    for await (const one of growing(
      withFirst(first, others),
      idsOf,
      first.pages === undefined ? undefined : named,
    )) {
      // New posts come at the end, but a deletion shifts one from an unread page to one already read.
      if ((one.total ?? 0) < (first.total ?? 0)) throw unavailable(explained('site_list_changed'));
      posts.push(...one.posts);
    }
    return { posts, missing: Math.max(0, (first.total ?? 0) - posts.length) };
  };

  const inSize = async <T>(read: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!shrink(error)) throw error;
      }
    }
  };

  return {
    page,
    newest: (type, signal) =>
      inSize(() =>
        page(type, { orderby: 'modified', order: 'desc', page: '1', _fields: headFields }, signal),
      ),
    async all(type, signal) {
      const read = await inSize(() => listAll(type, signal));
      if (read.missing === 0) return read.posts;
      // Plugins may hide posts that WordPress counts; then the same number is missing again.
      const again = await inSize(() => listAll(type, signal));
      if (again.missing !== read.missing) throw unavailable(explained('site_list_changed'));
      return again.posts;
    },
    async inPortions(items, read) {
      const results = [];
      for (let at = 0; at < items.length;) {
        const portion = items.slice(at, at + size);
        try {
          results.push(await read(portion));
          at += portion.length;
        } catch (error) {
          if (portion.length <= smallest || !shrink(error)) throw error;
        }
      }
      return results;
    },
  };
};

interface FullList {
  readonly posts: readonly unknown[];
  /** Posts that WordPress counts and does not list. */
  readonly missing: number;
}

/** The pages after the first one of a list that does not say how many there are. */
async function* untilShort(
  size: number,
  first: PostPage,
  read: (number: number) => Promise<PostPage>,
): AsyncGenerator<PostPage> {
  let last = first;
  for (let number = 2; last.posts.length >= size; number++) {
    last = await read(number);
    yield last;
  }
}

const numberIn = (header: string | null): number | undefined => {
  const value = Number(header ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
};
