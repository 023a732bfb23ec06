import { percentDecoded } from '../../../text/percent-decoded.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import { pagePath } from '../../../text/page-path.ts';
import type { HeadPage, HeadQuery, HeadStatus } from '../store/head-lists.ts';
import type { IndexedArticle } from '../store.ts';
import type { Heads } from './heads.ts';

/** Heads in a map that is kept up to date elsewhere; `articles` gives the map that serves now. */
export const createHeadsInMemory = (articles: () => ReadonlyMap<string, IndexedArticle>): Heads => ({
  get size() {
    return articles().size;
  },
  of: async () => articles(),
  async at(path) {
    const name = path.split('/').at(-1) ?? '';
    for (const article of articles().values()) {
      // Pages of other sources may have the same path.
      if (sourceOf(article.id) !== undefined) continue;
      if (percentDecoded(article.url).toLowerCase().includes(name) && pagePath(article.url) === path)
        return article;
    }
    return undefined;
  },
  leading: async () => ({ [Symbol.iterator]: () => articles().values() }),
  titles: async (most) => (articles().size > most ? new Map<string, never>() : articles()),
  async *told() {
    yield [...articles().values()];
  },
  page: async (query) => pageOf([...articles().values()], query),
  get inMemory() {
    return articles();
  },
});

/** Filters first, then order, then the page (all when `size` is 0). */
export function pageOf(all: readonly IndexedArticle[], query: HeadQuery): HeadPage {
  const keyword = query.keyword.trim().toLowerCase();
  const counts = { all: all.length, indexed: 0, failed: 0, not_indexed: 0 };
  for (const article of all) counts[statusOf(article)] += 1;
  const matching = all.filter(
    (article) =>
      (query.status === 'all' || statusOf(article) === query.status) &&
      article.title.toLowerCase().includes(keyword),
  );
  const ordered = matching.toSorted((a, b) => byTime(a, b, query.sort) || a.id.localeCompare(b.id));
  const { page, size } = query;
  return {
    articles: size === 0 ? ordered : ordered.slice((page - 1) * size, page * size),
    total: matching.length,
    counts,
  };
}

export const statusOf = ({ state, chunkCount }: IndexedArticle): HeadStatus =>
  state === 'failed' ? 'failed' : state === 'indexed' && chunkCount > 0 ? 'indexed' : 'not_indexed';

/** Articles without a time come last in either order. */
function byTime(a: IndexedArticle, b: IndexedArticle, order: 'asc' | 'desc'): number {
  if (a.createdAt === b.createdAt) return 0;
  if (a.createdAt === '') return 1;
  if (b.createdAt === '') return -1;
  return (a.createdAt < b.createdAt ? -1 : 1) * (order === 'asc' ? 1 : -1);
}
