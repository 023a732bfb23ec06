import type { ArticleHead } from '../../../ports/host.ts';
import type { ModelRequest } from '../ask-model.ts';
import type { ArticleFacets } from './article-facets.ts';

/** What goes from step to step. */
export type Articles = readonly ArticleHead[];

/** What a step knows besides its articles. */
export interface StepContext {
  readonly question: string;
  readonly facets: ArticleFacets;
  /** True when a language model is connected. */
  canAsk(): Promise<boolean>;
  /** A short answer of the language model, metered; throws as `AskModel.ask`. */
  ask(wish: Pick<ModelRequest, 'what' | 'ms' | 'messages' | 'maxTokens'>): Promise<string>;
  /** Something worth telling in the trace that is no failure of the whole step. */
  remark(text: string): void;
}

/** The first of them; `0` means all. */
export const upTo = (articles: Articles, limit: number): Articles =>
  limit === 0 ? articles : articles.slice(0, limit);

/** The first `limit` of the articles in an order, all of them with `0`; the rest need not be put in order for that. */
export function firstBy(
  articles: Articles,
  limit: number,
  compare: (a: ArticleHead, b: ArticleHead) => number,
): Articles {
  if (limit === 0 || limit * few > articles.length) return upTo(articles.toSorted(compare), limit);
  const first: ArticleHead[] = [];
  for (const article of articles) {
    const last = first.at(-1);
    if (last && first.length === limit && compare(article, last) >= 0) continue;
    const place = first.findLastIndex((other) => compare(other, article) <= 0) + 1;
    first.splice(place, 0, article);
    if (first.length > limit) first.pop();
  }
  return first;
}

/** Up to this part of a list, putting a few in order is quicker than sorting all. */
const few = 20;
