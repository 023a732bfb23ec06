import { createTrace } from '../../../kit/trace.ts';
import type { Retrieve } from '../../knowledge/knowledge.ts';

/** The article nearest to a question, if any, and whether the site covers the question. */
export interface Nearest {
  readonly covered: boolean;
  readonly article?: { readonly postId: string; readonly title: string; readonly url: string };
  /** Innermost heading of the nearest passage; `''` at the top of the article. */
  readonly heading: string;
}

export type FindNearest = (question: string, signal: AbortSignal) => Promise<Nearest>;

/** Creates a lookup by the chat's retrieval, without recording it for a visitor. */
export const createNearest = (retrieve: Retrieve, now: () => number): FindNearest => {
  return async (question, signal) => {
    const { passages, evidence } = await retrieve({
      question,
      signal,
      history: [],
      trace: createTrace(now),
      // Without query rewriting, since a task makes many lookups and should cost nothing.
      withoutHelpers: true,
    });
    // When the site does not cover the question, the best hit is not a place to add the answer to.
    const [first] = evidence.level === 'not_covered' ? [] : passages;
    return {
      covered: evidence.covered,
      heading: first?.headingPath.at(-1) ?? '',
      ...(first && { article: { postId: first.articleId, title: first.title, url: first.url } }),
    };
  };
};
