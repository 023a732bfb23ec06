import type { ArticleHead } from '../../ports/host.ts';

/** Parameters of a list of excerpts. */
export interface ListQuery {
  readonly page: number;
  readonly size: number;
  readonly sort: 'asc' | 'desc';
  readonly keyword: string;
}

/** A page of articles, filtered by title and sorted by publication time (undated ones last). */
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
