import { inField } from '../../kit/explained.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { ArticleListQuery, IndexedArticle as ListedArticle } from '../../../contract/knowledge.ts';
import type { z } from 'zod';
import type { IndexedArticle } from './store.ts';

/** The list of spec 4.2 with its counts; filters first, then order, then the page (all when `size` is 0). */
export function listArticles(
  all: readonly IndexedArticle[],
  query: z.output<typeof ArticleListQuery>,
  chunking: ConfigGroups['chunking'],
) {
  const listed = all.map((article) => toListed(article, chunking.autoKeywords));
  const keyword = query.keyword.trim().toLowerCase();
  const matching = listed.filter(
    (article) =>
      (query.status === 'all' || article.status === query.status) &&
      article.title.toLowerCase().includes(keyword),
  );
  const ordered = matching.toSorted(
    (a, b) => byTime(a, b, query.sort) || a.postName.localeCompare(b.postName),
  );
  const count = (status: ListedArticle['status']) =>
    listed.filter((article) => article.status === status).length;
  return {
    articles:
      query.size === 0 ? ordered : ordered.slice((query.page - 1) * query.size, query.page * query.size),
    total: matching.length,
    totalArticles: listed.length,
    indexedArticles: count('indexed'),
    failedArticles: count('failed'),
    notIndexedArticles: count('not_indexed'),
  };
}

/** Articles without a time come last in either order. */
function byTime(a: ListedArticle, b: ListedArticle, order: 'asc' | 'desc'): number {
  if (a.createTime === b.createTime) return 0;
  if (a.createTime === '') return 1;
  if (b.createTime === '') return -1;
  return (a.createTime < b.createTime ? -1 : 1) * (order === 'asc' ? 1 : -1);
}

function toListed(article: IndexedArticle, keywords: boolean): ListedArticle {
  const { id, title, state, chunkCount, keywordChunks, createdAt, modifiedAt, indexedAt } = article;
  const indexed = state === 'indexed' && chunkCount > 0;
  const status = state === 'failed' ? 'failed' : indexed ? 'indexed' : 'not_indexed';
  const missing = keywords && indexed ? chunkCount - keywordChunks : 0;
  return {
    postName: id,
    title,
    status,
    chunkCount,
    keywordChunks,
    keywordStatus:
      !keywords || !indexed ? '' : missing === 0 ? 'ok' : missing === chunkCount ? 'failed' : 'truncated',
    keywordTruncated: missing,
    createTime: createdAt,
    updateTime: modifiedAt,
    ...(status === 'indexed' && { indexedTime: new Date(indexedAt).toISOString() }),
    ...(article.error !== '' && inField('error', article.error)),
  };
}
