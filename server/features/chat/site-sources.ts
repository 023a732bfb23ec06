import { shortcutsOf } from '../../../contract/widget-view.ts';
import { detectLanguage } from '../../kit/detect-language.ts';
import type { Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ChatDeps } from './chat.ts';
import { createPageFinder } from './page-article.ts';
import { createWelcomeQuestions } from './welcome-questions.ts';

/** What an answer knows of the site beside what retrieval finds: its blocks, pages, title and welcome questions. */
export function createSiteSources({
  knowledge,
  host,
  config,
  now,
}: {
  readonly knowledge: Pick<Knowledge, 'articles' | 'blocks'>;
  readonly host: Pick<Host, 'describe'>;
  readonly config: Pick<Config, 'read'>;
  readonly now: () => number;
}): SiteSources {
  const indexed = { articles: () => knowledge.articles.values(), blocks: knowledge.blocks };
  const welcomeQuestions = createWelcomeQuestions({ ...indexed, now });
  const siteTitle = () => host.describe().siteTitle;
  return {
    detectLanguage,
    blocks: knowledge.blocks,
    page: createPageFinder(indexed),
    async site(language) {
      const shortcuts = shortcutsOf(await config.read('chat')).map(({ query }) => query);
      const suggestions = shortcuts.length > 0 ? shortcuts : await welcomeQuestions(language);
      return { title: siteTitle(), suggestions };
    },
    siteTitle,
    welcomeQuestions,
  };
}

export interface SiteSources extends Pick<ChatDeps, 'detectLanguage' | 'blocks' | 'page' | 'site'> {
  readonly siteTitle: () => string;
  /** Questions made from the site's own headings, for a language. */
  readonly welcomeQuestions: (language: string) => Promise<readonly string[]>;
}
