import type { ArticleHead } from '../../ports/host.ts';

/** What a list of excerpts is asked for with. */
export interface ListQuery {
  readonly page: number;
  readonly size: number;
  readonly sort: 'asc' | 'desc';
  readonly keyword: string;
}

/** One page: filtered by title, ordered by publish time (articles without one last), then cut. */
export function pageOfArticles(heads: readonly ArticleHead[], { page, size, sort, keyword }: ListQuery) {
  const wanted = keyword.toLowerCase();
  const found = heads
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .toSorted((a, b) => byTime(a.publishedAt, b.publishedAt, sort) || a.id.localeCompare(b.id));
  return { page, size, total: found.length, heads: found.slice((page - 1) * size, page * size) };
}

function byTime(a: string, b: string, order: ListQuery['sort']): number {
  if (a === b) return 0;
  if (a === '') return 1;
  if (b === '') return -1;
  return (a < b ? -1 : 1) * (order === 'asc' ? 1 : -1);
}
