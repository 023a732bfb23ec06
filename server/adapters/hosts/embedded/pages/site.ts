import type { ArticleHead } from '../../../../ports/host.ts';
import type { Catalogue, Listed } from '../catalogue.ts';
import type { SiteSettings } from '../site-settings.ts';
import type { SiteLanguage } from '../texts.ts';

/** Everything a page may ask for; one moment of the site, in one language, for one address of the service. */
export interface Site {
  readonly language: SiteLanguage;
  /** Scheme and host under which visitors reach the site. */
  readonly origin: string;
  readonly settings: SiteSettings;
  readonly catalogue: Catalogue;
  readonly hasMedia: (path: string) => boolean;
  readonly head: (article: Listed) => ArticleHead;
}

/** The articles of a language, with those whose language is unknown. */
export const inLanguage = (articles: readonly Listed[], language: SiteLanguage): readonly Listed[] =>
  articles.filter((article) => article.metadata.language === language || article.metadata.language === '');

export const otherLanguage = (language: SiteLanguage): SiteLanguage => (language === 'zh' ? 'en' : 'zh');
