import {
  type InterfaceLanguage,
  interfaceLanguageOf,
  interfaceLanguageTags,
  otherInterfaceLanguage,
} from '../../../../contract/site/interface-language.ts';
import { html, type Html } from '../../../markup/html.ts';
import type { SitePage } from '../../../ports/host.ts';
import { favicon, siteCss, siteScript } from '../embedded/pages/assets.ts';

/** The site shown on the try page. */
export interface TriedSite {
  readonly title: string;
  /** Start address of the site. */
  readonly url: string;
  readonly articles: readonly { readonly title: string; readonly url: string }[];
}

/**
 * Pages for a site that Docent does not publish: a front page to try the assistant, its assets, and a redirect to the
 * site for every other path, because citations contain paths of the site.
 */
export const createTryPages = (deps: {
  readonly site: () => Promise<TriedSite>;
  /** `https://host` of the site. */
  readonly siteOrigin: () => string;
  /** True when the path belongs to an article. */
  readonly isKnown: (path: string) => Promise<boolean>;
}) => {
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/site.css': ['text/css; charset=utf-8', siteCss],
    '/site.js': ['text/javascript; charset=utf-8', siteScript],
    '/favicon.svg': ['image/svg+xml', favicon],
    // Search engines should find the original site.
    '/robots.txt': ['text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n'],
  };
  return async (
    path: string,
    request: { readonly language: string; readonly consolePath?: string },
  ): Promise<SitePage | undefined> => {
    const file = files[path];
    if (file) return { status: 200, contentType: file[0], body: file[1] };
    if (path === '/') {
      const body = tryPage(
        await deps.site(),
        interfaceLanguageOf(request.language),
        request.consolePath ?? '/console',
      );
      return { status: 200, contentType: 'text/html; charset=utf-8', body };
    }
    const encoded = encodeURI(path);
    if (!(await deps.isKnown(encoded)) && !(await deps.isKnown(path))) return undefined;
    return {
      status: 302,
      contentType: 'text/plain; charset=utf-8',
      body: '',
      location: deps.siteOrigin() + encoded,
    };
  };
};

const tryPage = (site: TriedSite, language: InterfaceLanguage, consolePath: string): string => {
  const words = texts[language];
  const questions = site.articles
    .slice(0, 3)
    .map(({ title }) => html`<meta name="docent-question" content="${words.question(title)}" />`);
  const list = site.articles
    .slice(0, 12)
    .map(({ title, url }) => html`<li><a class="title" href="${url}" dir="auto">${title}</a></li>`);
  return `<!doctype html>\n${
    html`<html lang="${interfaceLanguageTags[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${site.title} · Docent</title>
        ${questions}
        <link rel="stylesheet" href="/site.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="${site.url}" dir="auto">${site.title}</a>
          <nav aria-label="Docent">
            <button type="button" class="find" data-docent-search hidden>${words.search} <kbd>/</kbd></button>
            <a href="${consolePath}/">${words.console}</a>
            <a href="/?lang=${otherInterfaceLanguage(language)}">${words.other}</a>
          </nav>
        </header>
        <main id="content">
          <section class="hero">
            <h1 dir="auto">${words.title(site.title)}</h1>
            <p class="promise">${words.lead}</p>
          </section>
          <section class="ask" aria-label="${words.ask}">
            <docent-chat inline></docent-chat>
          </section>
          <section>
            <h2>${words.read(site.articles.length)}</h2>
            ${site.articles.length === 0 ? html`<p>${words.reading}</p>` : listOf(list)}
          </section>
        </main>
        <footer class="foot"><a href="${site.url}">${site.url}</a></footer>
        <script src="/widget.js" async data-references="show"></script>
        <script src="/site.js" async></script>
      </body>
    </html>`.html
  }\n`;
};

const listOf = (items: readonly Html[]): Html =>
  html`<ul class="list">
    ${items}
  </ul>`;

const texts = {
  zh: {
    title: (site: string) => `问问「${site}」`,
    lead: '这是 Docent 的试用页：它已读取这个网站公开的文章，只根据这些文章回答，并指出依据的原文段落；网站没有写到的，会如实告诉你。',
    ask: '问问这个网站',
    question: (title: string) => `「${title.slice(0, 40)}」讲了什么？`,
    read: (count: number) => `已读取 ${count} 篇文章`,
    reading: '正在读取网站，稍后刷新此页。',
    search: '搜索',
    console: '管理台',
    other: 'English',
  },
  en: {
    title: (site: string) => `Ask ${site}`,
    lead: 'This is a page to try Docent on. It has read the public articles of this site, answers from them alone and shows the passage it stands on. When the site does not cover something, it says so.',
    ask: 'Ask this site',
    question: (title: string) => `What does “${title.slice(0, 60)}” say?`,
    read: (count: number) => (count === 1 ? '1 article has been read' : `${count} articles have been read`),
    reading: 'The site is being read. Reload this page in a moment.',
    search: 'Search',
    console: 'Console',
    other: '中文',
  },
} as const;
