import { shortcutsOf } from '../../../../contract/widget/widget-view.ts';
import { detectLanguage } from '../../../text/detect-language.ts';
import type { Host } from '../../../ports/host.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ChatDeps } from '../question.ts';
import { createPageFinder } from './page-article.ts';
import { createSiteLanguages } from '../site-languages.ts';
import { createWelcomeQuestions } from '../welcome-questions.ts';

/** Facts about the site for answers: blocks, pages, title and welcome questions. */
export function createSiteSources({
  knowledge,
  host,
  now,
}: {
  readonly knowledge: Pick<Knowledge, 'articles' | 'blocks'>;
  readonly host: Pick<Host, 'describe'>;
  readonly now: () => number;
}): SiteSources {
  const indexed = { articles: () => knowledge.articles.values(), blocks: knowledge.blocks };
  const welcomeQuestions = createWelcomeQuestions({ ...indexed, now });
  const siteTitle = (language: string) => {
    const { siteTitle: title, siteTitles } = host.describe();
    return siteTitles?.[language.split('-')[0] ?? ''] ?? title;
  };
  return {
    detectLanguage,
    blocks: knowledge.blocks,
    page: createPageFinder(indexed),
    async site(language, chat) {
      const shortcuts = shortcutsOf(chat).map(({ query }) => query);
      const suggestions = shortcuts.length > 0 ? shortcuts : await welcomeQuestions(language);
      return { title: siteTitle(language), suggestions };
    },
    siteTitle,
    siteLanguages: createSiteLanguages({ ...indexed, detectLanguage, now }),
    welcomeQuestions,
  };
}

export interface SiteSources extends Pick<
  ChatDeps,
  'detectLanguage' | 'blocks' | 'page' | 'site' | 'siteLanguages'
> {
  /** Title of the site in a language, otherwise its only title. */
  readonly siteTitle: (language: string) => string;
  /** Questions from the site's headings, in a language. */
  readonly welcomeQuestions: (language: string) => Promise<readonly string[]>;
}
