import type { Citation } from '../../../../contract/articles/articles.ts';
import type { TaskPassage } from '../../../ports/models.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import { closestSentence } from './attribution.ts';

/** The sources of an answer; `[N]` in the answer means `citations[N - 1]`. */
export interface Sources {
  readonly citations: readonly Citation[];
  /** Passages by article, numbered as the citations. */
  readonly passages: readonly TaskPassage[];
}

/**
 * Numbers the articles of passages in order of retrieval; each citation quotes the sentence nearest to the question.
 */
export function sourcesOf(passages: readonly Passage[], question: string): Sources {
  const byArticle = [...Map.groupBy(passages, ({ articleId }) => articleId).values()];
  return {
    citations: byArticle.map((own) => citationOf(own, question)),
    passages: byArticle.flatMap((own, index) => own.map((passage) => ({ ...passage, article: index + 1 }))),
  };
}

function citationOf(passages: readonly Passage[], question: string): Citation {
  const [first] = passages;
  const { articleId: postId = '', title = '', url = '', anchor = '', source } = first ?? {};
  const quote = closestSentence(first?.text ?? '', question);
  return {
    postId,
    title,
    url,
    ...(source !== undefined && { source }),
    ...(anchor && { anchor }),
    ...(quote && { quote }),
  };
}
