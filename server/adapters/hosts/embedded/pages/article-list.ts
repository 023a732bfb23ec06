import { interfaceLanguageTags } from '../../../../../contract/site/interface-language.ts';
import { html, type Html } from '../../../../markup/html.ts';
import type { Listed } from '../catalogue.ts';
import type { Site } from './site.ts';

/** List of articles with title, date and excerpt. */
export const articleList = (articles: readonly Listed[], site: Site): Html =>
  html`<ul class="list">
    ${articles.map((article) => listItem(article, site))}
  </ul>`;

const listItem = (article: Listed, site: Site): Html => {
  const head = site.head(article);
  const { language } = article.metadata;
  return html`<li dir="auto" lang="${language === '' ? '' : interfaceLanguageTags[language]}">
    <a class="title" href="${head.url}">${head.title}</a>
    ${day(head.publishedAt)} ${head.excerpt === '' ? html`` : html`<p>${head.excerpt}</p>`}
  </li>`;
};

/** A date for machines and people; empty when unknown. */
export const day = (instant: string): Html =>
  instant === '' ? html`` : html`<time datetime="${instant}">${instant.slice(0, 10)}</time>`;

/** Links to tag or category pages. */
export const termLinks = (
  kind: 'tags' | 'categories',
  terms: readonly { name: string; slug: string }[],
): Html =>
  html`${terms.map(
    (term) =>
      html`<a class="term" dir="auto" href="/${kind}/${encodeURIComponent(term.slug)}">${term.name}</a> `,
  )}`;
