import type { InterfaceLanguage } from '../../../../../contract/site/interface-language.ts';
import type { ArticleHead } from '../../../../ports/host.ts';
import type { Catalogue, Listed } from '../catalogue.ts';
import type { SiteSettings } from '../site-settings.ts';

/** The site as seen by one request: articles, language and origin. */
export interface Site {
  readonly language: InterfaceLanguage;
  /** Scheme and host by which visitors reach the site. */
  readonly origin: string;
  /** Articles are Markdown at the path of their page with `.md`. */
  readonly hasMarkdown: boolean;
  readonly settings: SiteSettings;
  readonly catalogue: Catalogue;
  readonly hasMedia: (path: string) => boolean;
  readonly head: (article: Listed) => ArticleHead;
}

/** Articles in a language or an unknown one. */
export const inLanguage = (articles: readonly Listed[], language: InterfaceLanguage): readonly Listed[] =>
  articles.filter((article) => article.metadata.language === language || article.metadata.language === '');
