import { inField } from '../../kit/explained.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { IndexedArticle as ListedArticle } from '../../../contract/knowledge.ts';
import { statusOf } from './heads/heads-in-memory.ts';
import type { HeadPage } from './store/head-lists.ts';
import type { IndexedArticle } from './store.ts';

/** The list of spec 4.2 with its counts. */
export const listedPage = ({ articles, total, counts }: HeadPage, chunking: ConfigGroups['chunking']) => ({
  articles: articles.map((article) => toListed(article, chunking.autoKeywords)),
  total,
  totalArticles: counts.all,
  indexedArticles: counts.indexed,
  failedArticles: counts.failed,
  notIndexedArticles: counts.not_indexed,
});

function toListed(article: IndexedArticle, keywords: boolean): ListedArticle {
  const { id, title, chunkCount, keywordChunks, createdAt, modifiedAt, indexedAt } = article;
  const status = statusOf(article);
  const indexed = status === 'indexed';
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
