import type { ArticleHead } from '../../../../ports/host.ts';
import type { Catalogue, Listed } from '../catalogue.ts';
import type { SiteSettings } from '../site-settings.ts';
import type { SiteLanguage } from '../texts.ts';

/** The site as seen by one request: articles, language and origin. */
export interface Site {
  readonly language: SiteLanguage;
  /** Scheme and host by which visitors reach the site. */
  readonly origin: string;
  readonly settings: SiteSettings;
  readonly catalogue: Catalogue;
  readonly hasMedia: (path: string) => boolean;
  readonly head: (article: Listed) => ArticleHead;
}

/** Articles in a language or an unknown one. */
export const inLanguage = (articles: readonly Listed[], language: SiteLanguage): readonly Listed[] =>
  articles.filter((article) => article.metadata.language === language || article.metadata.language === '');

export const otherLanguage = (language: SiteLanguage): SiteLanguage => (language === 'zh' ? 'en' : 'zh');
