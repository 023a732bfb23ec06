import { shortcutsOf } from '../../../../contract/widget/widget-view.ts';
import { detectLanguage } from '../../../text/detect-language.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ChatDeps } from '../question.ts';
import { siteTitleIn } from '../../../kit/records/site-title.ts';
import { createPageFinder } from './page-article.ts';
import { createSiteLanguages } from '../site-languages.ts';
import { isTelling } from '../suggestions.ts';
import { createWelcomeQuestions } from '../welcome-questions.ts';

/** Facts about the site for answers: blocks, pages, title and welcome questions. */
export function createSiteSources({
  knowledge,
  host,
  now,
}: {
  readonly knowledge: Pick<Knowledge, 'heads' | 'blocks'>;
  readonly host: Pick<Host, 'describe'>;
  readonly now: () => number;
}): SiteSources {
  const indexed = { articles: () => knowledge.heads.leading(), blocks: knowledge.blocks };
  const welcomeQuestions = createWelcomeQuestions({ ...indexed, now });
  const siteTitle = (language: string) => siteTitleIn(host.describe(), language);
  return {
    detectLanguage,
    blocks: knowledge.blocks,
    page: createPageFinder({ articleAt: (path) => knowledge.heads.at(path), blocks: knowledge.blocks }),
    async site(language, chat) {
      const shortcuts = shortcutsOf(chat).map(({ query }) => query);
      const suggestions = shortcuts.length > 0 ? shortcuts : await welcomeQuestions(language);
      const articles = await indexed.articles();
      return {
        title: siteTitle(language),
        suggestions,
        count: knowledge.heads.size,
        // Read by few replies.
        get articles() {
          return tellingArticles(articles);
        },
      };
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

type TellingArticle = Pick<ArticleHead, 'title' | 'url' | 'visits' | 'modifiedAt'>;

const mostTelling = 3;

/** Articles that say what a site is about: the page about it, then the most visited and the latest ones. */
const tellingArticles = (articles: Iterable<TellingArticle>) =>
  [...articles]
    .filter(({ title }) => isTelling(title))
    .toSorted(
      (a, b) =>
        Number(aboutSite.test(b.title)) - Number(aboutSite.test(a.title)) ||
        (b.visits ?? 0) - (a.visits ?? 0) ||
        (a.modifiedAt < b.modifiedAt ? 1 : -1),
    )
    .slice(0, mostTelling);

const aboutSite =
  /^(?:about|welcome|über|willkommen|à propos|acerca|sobre|quem somos|quiénes somos|qui sommes|о нас|о сайте|关于|關於|本站|欢迎|歡迎|はじめに|について|소개)/iu;
