import { createTrace } from '../../../kit/trace.ts';
import type { Retrieve } from '../../knowledge/knowledge.ts';

/** The article that comes near a question, if any does, and whether the site seems to speak of it. */
export interface Nearest {
  readonly covered: boolean;
  readonly article?: { readonly postId: string; readonly title: string; readonly url: string };
  /** Where in the article, the innermost heading; `''` at its top. */
  readonly heading: string;
}

export type FindNearest = (question: string, signal: AbortSignal) => Promise<Nearest>;

/** Looks a question up as the chat does, for nobody's account. */
export const createNearest = (retrieve: Retrieve, now: () => number): FindNearest => {
  return async (question, signal) => {
    const { passages, evidence } = await retrieve({
      question,
      signal,
      history: [],
      trace: createTrace(now),
      // One task looks for many questions, and nobody is to pay for them.
      withoutHelpers: true,
    });
    // What search brings up for a question the site has nothing on is no place to add the answer to.
    const [first] = evidence.level === 'not_covered' ? [] : passages;
    return {
      covered: evidence.covered,
      heading: first?.headingPath.at(-1) ?? '',
      ...(first && { article: { postId: first.articleId, title: first.title, url: first.url } }),
    };
  };
};
