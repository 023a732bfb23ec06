import { interfaceLanguageTags, otherInterfaceLanguage, type InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { Parser, Renderer, type Tokens } from 'marked';
import { createHeadingIds } from '../../markup/heading-id.ts';
import { escapeHtml, html, renderPage } from '../../markup/html.ts';
import { lexMarkdown, plainInline } from '../../markup/markdown.ts';
import type { Source } from './source.ts';
import { style } from './style.ts';

/** A page in the list of all. */
export interface Entry {
  readonly name: string;
  readonly title: string;
}

/** A page of the handbook with the list of the others: one document without scripts or images. */
export function handbookPage(page: {
  readonly language: InterfaceLanguage;
  readonly name: string;
  readonly source: Source;
  readonly entries: readonly Entry[];
}) {
  const { language, name, source, entries } = page;
  const words = texts[language];
  const other = otherInterfaceLanguage(language);
  const link = (entry: Entry) =>
    entry.name === name
      ? html`<li><a href="${entry.name}" aria-current="page">${entry.title}</a></li>`
      : html`<li><a href="${entry.name}">${entry.title}</a></li>`;
  return renderPage({
    status: 200,
    language,
    title: `${source.title} – ${words.title}`,
    style,
    headers: { 'cache-control': 'public, no-cache', 'x-robots-tag': 'noindex' },
    body: html`<header>
        <p>${words.title}</p>
        <p><a href="../${other}/${name}" hreflang="${interfaceLanguageTags[other]}">${words.other}</a></p>
      </header>
      <nav aria-label="${words.contents}">
        <details>
          <summary>${words.contents}</summary>
          <ul>
            ${entries.map(link)}
          </ul>
        </details>
      </nav>
      <main>
        <h1>${source.title}</h1>
        ${{ html: renderBody(source.body) }}
      </main>`,
  });
}

const renderBody = (body: string): string =>
  new Parser({ renderer: new HandbookRenderer() }).parse(lexMarkdown(body));

/** Marked allows other output only by a subclass. */
class HandbookRenderer extends Renderer {
  readonly #headingId = createHeadingIds();

  override heading({ tokens, depth }: Tokens.Heading): string {
    const { id } = this.#headingId(plainInline(tokens));
    return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  /** Links between pages use their file names; other links are unchanged. */
  override link({ href, tokens }: Tokens.Link): string {
    const to = href.replace(/^\.\/([a-z0-9-]+)\.md(?=#|$)/, '$1');
    return `<a href="${escapeHtml(to)}">${this.parser.parseInline(tokens)}</a>`;
  }

  /** Wide code scrolls sideways, also by keyboard. */
  override code({ text }: Tokens.Code): string {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  }

  override table(token: Tokens.Table): string {
    return `<div class="wide" tabindex="0">${super.table(token)}</div>\n`;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }
}

const texts = {
  zh: {
    title: 'Docent 手册',
    contents: '全部页面',
    other: 'English',
  },
  en: {
    title: 'The Docent handbook',
    contents: 'All pages',
    other: '中文',
  },
} as const;
