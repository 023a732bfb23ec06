import {
  type InterfaceLanguage,
  interfaceLanguageTags,
  otherInterfaceLanguage,
} from '../../../../../contract/site/interface-language.ts';
import { html, type Html } from '../../../../markup/html.ts';
import { texts } from '../texts.ts';

/** Head and frame of a page. */
export interface Frame {
  readonly language: InterfaceLanguage;
  readonly siteTitle: string;
  /** `''` on the front page. */
  readonly title: string;
  readonly description: string;
  /** Absolute address of the page. */
  readonly canonical: string;
  /** Target of the language switch. */
  readonly otherLanguageUrl: string;
  /** Address of the same article as Markdown. */
  readonly markdownUrl?: string;
  /** Questions that the chat offers here to begin with. */
  readonly questions?: readonly string[];
  /** Data for scripts, such as the article shown. */
  readonly context?: Readonly<Record<string, string>>;
}

/** A whole page, without inline scripts or styles, so that a strict content security policy applies. */
export const layout = (frame: Frame, content: Html): string => {
  const words = texts[frame.language];
  const here = `?lang=${frame.language}`;
  const title = frame.title === '' ? frame.siteTitle : `${frame.title} · ${frame.siteTitle}`;
  return `<!doctype html>\n${
    html`<html lang="${interfaceLanguageTags[frame.language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${frame.description}" />
        <link rel="canonical" href="${frame.canonical}" />
        <link rel="stylesheet" href="/site.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/atom+xml" title="${frame.siteTitle}" href="/feed.xml" />
        ${frame.markdownUrl === undefined ? html`` : html`<link rel="alternate" type="text/markdown" href="${frame.markdownUrl}" />`}
        ${(frame.questions ?? []).map((question) => html`<meta name="docent-question" content="${question}" />`)}
        ${frame.context ? pageContext(frame.context) : html``}
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header class="bar">
          <a class="brand" href="/${here}" dir="auto">${frame.siteTitle}</a>
          <nav aria-label="${frame.siteTitle}">
            <a href="/archives${here}">${words.archives}</a>
            <a href="/tags${here}">${words.tags}</a>
            <button type="button" class="find" data-docent-search hidden>${words.search} <kbd>/</kbd></button>
            <a
              href="${frame.otherLanguageUrl}"
              hreflang="${interfaceLanguageTags[otherInterfaceLanguage(frame.language)]}"
              >${words.other}</a
            >
          </nav>
        </header>
        <main id="content">${content}</main>
        <footer class="foot"><a href="/feed.xml">${words.feed}</a></footer>
        <script src="/widget.js" async data-references="show"></script>
        <script src="/site.js" async></script>
      </body>
    </html>`.html
  }\n`;
};

/** JSON that scripts find by its id. Placed before the article's text, so that no article can forge it. */
const pageContext = (context: Readonly<Record<string, string>>): Html => {
  const json = JSON.stringify(context).replaceAll('<', '\\u003c');
  return { html: `<script type="application/json" id="ai-suite-page-context">${json}</script>` };
};
