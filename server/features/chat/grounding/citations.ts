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
  const byArticle = new Map<string, Passage[]>();
  for (const passage of passages) {
    const known = byArticle.get(passage.articleId);
    if (known) known.push(passage);
    else byArticle.set(passage.articleId, [passage]);
  }
  const numbered = [...byArticle.values()];
  return {
    citations: numbered.map((own) => citationOf(own, question)),
    passages: numbered.flatMap((own, index) =>
      own.map(({ title, headingPath, anchor, published, changed, text, signals }) => ({
        article: index + 1,
        title,
        headingPath,
        ...(anchor && { anchor }),
        ...(published && { published }),
        ...(changed && { changed }),
        text,
        ...(signals && { signals }),
      })),
    ),
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
