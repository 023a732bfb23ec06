import { otherInterfaceLanguage } from '../../../../../contract/site/interface-language.ts';
import { html } from '../../../../markup/html.ts';
import type { Listed, TermArticles } from '../catalogue.ts';
import { texts } from '../texts.ts';
import { articleList } from './article-list.ts';
import { layout } from './layout.ts';
import { inLanguage, type Site } from './site.ts';

/** Articles per page. */
const pageSize = 50;

/** All articles of the language, newest first; `undefined` for a page that does not exist. Pages count from 1. */
export const archivePage = (site: Site, page: number): string | undefined =>
  listPage(
    site,
    {
      path: '/archives',
      title: texts[site.language].archives,
      articles: inLanguage(site.catalogue.shown, site.language),
    },
    page,
  );

/** The articles of a tag or category, in all languages. */
export const termPage = (
  site: Site,
  kind: 'tags' | 'categories',
  entry: TermArticles,
  page: number,
): string | undefined =>
  listPage(
    site,
    {
      path: `/${kind}/${encodeURIComponent(entry.term.slug)}`,
      title: entry.term.name,
      articles: entry.articles,
    },
    page,
  );

/** The tags or categories of the language's articles, with article counts. */
export const termsPage = (site: Site, kind: 'tags' | 'categories'): string => {
  const words = texts[site.language];
  const entries = [...site.catalogue[kind].values()]
    .filter(({ articles }) => inLanguage(articles, site.language).length > 0)
    .toSorted((one, other) => other.articles.length - one.articles.length);
  const items = entries.map(
    ({ term, articles }) =>
      html`<li>
        <a class="term" dir="auto" href="/${kind}/${encodeURIComponent(term.slug)}">${term.name}</a>
        ${words.count(articles.length)}
      </li>`,
  );
  const list = html`<ul class="terms">
    ${items}
  </ul>`;
  return framed(
    site,
    `/${kind}`,
    words[kind],
    html`<h1>${words[kind]}</h1>
      ${entries.length === 0 ? html`<p>${words.empty}</p>` : list}`,
  );
};

interface ArticleListing {
  readonly path: string;
  readonly title: string;
  readonly articles: readonly Listed[];
}

const listPage = (
  site: Site,
  { path, title, articles }: ArticleListing,
  page: number,
): string | undefined => {
  const words = texts[site.language];
  const pages = Math.max(1, Math.ceil(articles.length / pageSize));
  if (page > pages) return undefined;
  const address = (to: number) => `${to === 1 ? path : `${path}/page/${to}`}?lang=${site.language}`;
  const content = html`<h1 dir="auto">${title}</h1>
    ${articles.length === 0 ? html`<p>${words.empty}</p>` : articleList(articles.slice((page - 1) * pageSize, page * pageSize), site)}
    <nav class="pager" aria-label="${words.page(page, pages)}">
      ${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">${words.newer}</a>` : html``}
      ${pages > 1 ? html`<span>${words.page(page, pages)}</span>` : html``}
      ${page < pages ? html`<a rel="next" href="${address(page + 1)}">${words.older}</a>` : html``}
    </nav>`;
  return framed(site, page === 1 ? path : `${path}/page/${page}`, title, content);
};

const framed = (site: Site, path: string, title: string, content: ReturnType<typeof html>): string =>
  layout(
    {
      language: site.language,
      siteTitle: site.settings.title[site.language],
      title,
      description: site.settings.description[site.language],
      canonical: site.origin + path,
      otherLanguageUrl: `${path.replace(/\/page\/\d+$/, '')}?lang=${otherInterfaceLanguage(site.language)}`,
    },
    content,
  );
