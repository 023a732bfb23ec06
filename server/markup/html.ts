import { type InterfaceLanguage, interfaceLanguageTags } from '../../contract/site/interface-language.ts';
import { createHash } from 'node:crypto';

/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

/** HTML from a template. Values are escaped unless they come from this function. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(textOf)) };
}

/** XML from a template, escaped in the same way; characters that XML 1.0 cannot hold, not even escaped, are left out. */
export function xml(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return html(strings, ...parts.map((part) => (typeof part === 'string' ? part.replace(noXml, '') : part)));
}

const noXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

function textOf(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
}

/** Text escaped for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface Page {
  readonly status: number;
  readonly language: InterfaceLanguage;
  readonly title: string;
  /** The page's only style sheet; must be constant text of the program. */
  readonly style: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A page of the service itself: no scripts, nothing from other origins, one style sheet allowed by hash, never framed.
 */
export function renderPage({ status, language, title, style, body, headers }: Page) {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html>\n${
      html`<html lang="${interfaceLanguageTags[language]}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${styleTag(style)}
        </head>
        <body>
          ${body}
        </body>
      </html>`.html
    }`,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      vary: 'accept-language',
      ...headers,
    },
  };
}

/** Built outside the templates, because the hash covers every character between the tags. */
const styleTag = (style: string): Html => ({ html: `<style>${style}</style>` });
