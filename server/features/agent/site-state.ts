import { sha256 } from '../../kit/ids.ts';
import type { ArticleHead } from '../../ports/host.ts';

/** The public articles at a moment. */
export interface SiteState {
  /** Changes whenever an article is added, changed or removed. */
  readonly fingerprint: string;
  readonly articles: readonly ArticleHead[];
  /** Last change of an article, or of all without an id, in epoch milliseconds; 0 when unknown. */
  changedAt(articleId?: string): number;
}

export function siteState(heads: readonly ArticleHead[]): SiteState {
  const articles = heads.filter(({ visibility }) => visibility === 'public');
  const changes = new Map(articles.map((head) => [head.id, changeOf(head)]));
  const newest = articles.reduce((latest, head) => Math.max(latest, changeOf(head)), 0);
  const revisions = articles.map(({ id, revision }) => `${id} ${revision}`).toSorted();
  return {
    fingerprint: sha256(revisions.join('\n')).slice(0, 32),
    articles,
    changedAt: (articleId) => (articleId === undefined ? newest : (changes.get(articleId) ?? 0)),
  };
}

const changeOf = ({ modifiedAt, publishedAt }: ArticleHead): number =>
  Math.max(Date.parse(modifiedAt) || 0, Date.parse(publishedAt) || 0);
