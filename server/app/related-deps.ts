import { createPageFinder } from '../features/chat/grounding/page-article.ts';
import type { Knowledge } from '../features/knowledge/knowledge.ts';
import type { createRelated } from '../features/related/related.ts';
import { detectLanguage } from '../text/detect-language.ts';
import type { Foundation } from './foundation.ts';

/** What articles to read next are found by. */
export const relatedDeps = (
  { usage }: Foundation,
  knowledge: Knowledge,
): Parameters<typeof createRelated>[0] => ({
  articles: (ids) => knowledge.heads.of(ids),
  page: createPageFinder({
    articleAt: (path) => knowledge.heads.at(path),
    // The texts of the page are not needed.
    blocks: async () => new Map(),
  }),
  like: knowledge.articlesLike,
  languageOf: detectLanguage,
  limits: usage.limits,
});
