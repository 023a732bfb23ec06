import {
  interfaceLanguageTags,
  otherInterfaceLanguage,
} from '../../../../../contract/site/interface-language.ts';
import { html, type Html } from '../../../../markup/html.ts';
import type { Listed } from '../catalogue.ts';
import type { Rendered } from '../content/markdown.ts';
import { texts } from '../texts.ts';
import { day, termLinks } from './article-list.ts';
import { layout } from './layout.ts';
import { inLanguage, type Site } from './site.ts';

/** Page of one article. */
export const articlePage = (article: Listed, rendered: Rendered, site: Site): string => {
  const head = site.head(article);
  const language = article.metadata.language || site.language;
  const words = texts[language];
  const translation = translationOf(article, site);
  const content = html`<article lang="${interfaceLanguageTags[language]}" dir="auto">
      <header>
        <h1${rendered.titleId === '' ? html`` : html` id="${rendered.titleId}"`}>${head.title}</h1>
        <p class="about">
          ${dated(words.published, head.publishedAt)}
          ${article.metadata.modifiedAt === undefined ? html`` : dated(words.updated, head.modifiedAt)}
          ${termLinks('categories', head.categories)}
          ${translation ? html`<a hreflang="${interfaceLanguageTags[otherInterfaceLanguage(language)]}" href="${translation.url}">${words.otherVersion}</a>` : html``}
        </p>
      </header>
      <div class="text">${{ html: withinReach(rendered.html) }}</div>
      <footer><p>${termLinks('tags', head.tags)}</p></footer>
    </article>
    ${neighbours(article, site)}`;
  return layout(
    {
      language,
      siteTitle: site.settings.title[language],
      title: head.title,
      description: head.excerpt,
      canonical: site.origin + head.url,
      otherLanguageUrl: translation?.url ?? `/?lang=${otherInterfaceLanguage(language)}`,
      ...(site.hasMarkdown && { markdownUrl: `${head.url}.md` }),
      questions: article.metadata.questions,
      context: { type: 'post', postName: head.id },
    },
    content,
  );
};

/** Makes wide code, tables and formulas focusable so that they can be scrolled by keyboard; not every browser does that by default. */
const withinReach = (text: string): string =>
  text.replaceAll(/<(?:pre|table)(?=>)|<math(?= display="block")/g, '$& tabindex="0"');

const dated = (word: string, instant: string): Html =>
  instant === '' ? html`` : html`<span>${word} ${day(instant)}</span>`;

const translationOf = (article: Listed, { catalogue }: Site): Listed | undefined =>
  catalogue.byTranslation
    .get(article.metadata.translationKey)
    ?.find(
      ({ metadata: reading }) => reading.language !== '' && reading.language !== article.metadata.language,
    );

const neighbours = (article: Listed, site: Site): Html => {
  const language = article.metadata.language || site.language;
  const words = texts[language];
  const articles = inLanguage(site.catalogue.shown, language);
  const place = articles.indexOf(article);
  const older = articles[place + 1];
  const newer = place > 0 ? articles[place - 1] : undefined;
  return html`<nav class="neighbours" aria-label="${words.archives}">
    ${older ? html`<a rel="prev" dir="auto" href="${older.url}">${words.previous}: ${older.metadata.title}</a>` : html``}
    ${newer ? html`<a rel="next" dir="auto" href="${newer.url}">${words.next}: ${newer.metadata.title}</a>` : html``}
  </nav>`;
};
