import { otherInterfaceLanguage } from '../../../../../contract/site/interface-language.ts';
import { html, type Html } from '../../../../markup/html.ts';
import type { Listed } from '../catalogue.ts';
import { texts } from '../texts.ts';
import { articleList } from './article-list.ts';
import { layout } from './layout.ts';
import { inLanguage, type Site } from './site.ts';

const listed = 8;
/** The list of most-read articles is shown from this many read articles on. */
const minReadArticles = 3;

/** The front page: the site's description, the chat, the newest and the most-read articles. */
export const homePage = (site: Site): string => {
  const { language, settings, catalogue } = site;
  const words = texts[language];
  const articles = inLanguage(catalogue.shown, language);
  const content = html`<section class="hero">
      <h1 dir="auto">${settings.title[language]}</h1>
      ${settings.description[language] === '' ? html`` : html`<p class="lead" dir="auto">${settings.description[language]}</p>`}
      <p class="promise">${words.lead}</p>
    </section>
    <section class="ask" aria-label="${words.ask}">
      <p class="closed" hidden>${words.closed}</p>
      <docent-chat inline></docent-chat>
    </section>
    ${mostRead(articles, site)}
    <section>
      <h2>${words.newest}</h2>
      ${articles.length === 0 ? html`<p>${words.empty}</p>` : articleList(articles.slice(0, listed), site)}
      <p><a href="/archives?lang=${language}">${words.archives}</a></p>
    </section>`;
  return layout(
    {
      language,
      siteTitle: settings.title[language],
      title: '',
      description: settings.description[language] || words.lead,
      canonical: `${site.origin}/`,
      questions: settings.questions[language],
      otherLanguageUrl: `/?lang=${otherInterfaceLanguage(language)}`,
    },
    content,
  );
};

const mostRead = (articles: readonly Listed[], site: Site): Html => {
  const read = articles
    .map((article) => ({ article, visits: site.head(article).visits ?? 0 }))
    .filter(({ visits }) => visits > 0)
    .toSorted((one, other) => other.visits - one.visits)
    .map(({ article }) => article);
  if (read.length < minReadArticles) return html``;
  return html`<section>
    <h2>${texts[site.language].mostRead}</h2>
    ${articleList(read.slice(0, listed / 2), site)}
  </section>`;
};
