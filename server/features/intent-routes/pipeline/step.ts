import type { ArticleHead } from '../../../ports/host.ts';
import type { ModelRequest } from '../ask-model.ts';
import type { ArticleFacets } from './article-facets.ts';

export type Articles = readonly ArticleHead[];

/** Context of a step. */
export interface StepContext {
  readonly question: string;
  readonly facets: ArticleFacets;
  /** True for an article in another language than the question; sorting puts these last. */
  isForeign(article: ArticleHead): boolean;
  /** True when a language model is connected. */
  canAsk(): Promise<boolean>;
  /** A short reply of the language model, metered; throws as `AskModel.ask`. */
  ask(request: Pick<ModelRequest, 'what' | 'timeoutMs' | 'messages' | 'maxTokens'>): Promise<string>;
  /** Adds a warning to the trace. */
  warn(text: string): void;
}

/** An order in which the articles in the language of the question come first. */
export const ownFirst =
  (isForeign: StepContext['isForeign'], compare: (a: ArticleHead, b: ArticleHead) => number) =>
  (a: ArticleHead, b: ArticleHead): number =>
    Number(isForeign(a)) - Number(isForeign(b)) || compare(a, b);

/** The first `limit` articles; `0` means all. */
export const upTo = (articles: Articles, limit: number): Articles =>
  limit === 0 ? articles : articles.slice(0, limit);

/** The first `limit` articles in an order, or all with `0`, without sorting the rest. */
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

/** Up to this length, selecting is faster than sorting. */
const few = 20;
