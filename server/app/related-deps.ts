import { createPageFinder } from '../features/chat/grounding/page-article.ts';
import { sampleOf } from '../features/chat/site-languages.ts';
import { siteAddress } from '../features/integrations/site-address.ts';
import type { Knowledge } from '../features/knowledge/knowledge.ts';
import type { createRelated } from '../features/related/related.ts';
import { sourceOf } from '../kit/records/source-ids.ts';
import { detectLanguage } from '../text/detect-language.ts';
import type { Foundation } from './foundation.ts';

/** What articles to read next are found by. */
export const relatedDeps = (
  { usage, host, sources }: Foundation,
  knowledge: Knowledge,
): Parameters<typeof createRelated>[0] => ({
  articles: (ids) => knowledge.heads.of(ids),
  page: createPageFinder({
    articleAt: (path) => knowledge.heads.at(path),
    // The texts of the page are not needed.
    blocks: async () => new Map(),
  }),
  like: knowledge.articlesLike,
  async languagesOf(told) {
    const blocks = await knowledge.blocks(told.map(({ id }) => id));
    return Promise.all(
      told.map(({ id, title, excerpt }) =>
        detectLanguage(sampleOf(`${title}\n${excerpt}`, blocks.get(id) ?? [])),
      ),
    );
  },
  isOpen: sources.isOpen,
  sourceName: (id) => sources.names().get(sourceOf(id) ?? ''),
  addressOf: (url, origin) => siteAddress(host, origin)(url),
  limits: usage.limits,
});
