import { consolePages } from '../../../contract/api.ts';
import { site } from '../../../contract/site/site.ts';
import { notFound } from '../../kit/fault.ts';
import { implement, type Document, type RequestContext } from '../../http/implement.ts';
import type { Host, SitePage } from '../../ports/host.ts';
import { missingPage } from './missing-page.ts';

/** What programs read of the article with a page path; `undefined` where there is no such article or nothing is for them. */
export interface PageTexts {
  readonly isOpen: () => Promise<boolean>;
  readonly markdown: (path: string, context: RequestContext) => Promise<Document | undefined>;
  readonly answer: (path: string, question: string, context: RequestContext) => Promise<Document | undefined>;
}

interface SitePageDeps {
  readonly host: Pick<Host, 'page'>;
  readonly pageTexts: PageTexts;
  /** Path of the console's pages; `/console` unless given. */
  readonly consolePath?: string | undefined;
}

/** Serves the pages of hosts without a server of their own. */
export const sitePageRoutes = ({ host, pageTexts, consolePath = consolePages }: SitePageDeps) => {
  // A page that the host keeps stays the same document.
  const documents = new WeakMap<SitePage, Document>();
  return implement(site, {
    page: async ({ params, query }, context) => {
      const { language: preferred, origin, wantsPage, wantsMarkdown } = context;
      const path = `/${params.path}`;
      const language = query.lang ?? preferred;
      const article = isPlain(path) ? articleMeant(path, wantsMarkdown) : undefined;
      const text =
        article === undefined
          ? undefined
          : query.ask === undefined
            ? await pageTexts.markdown(article, context)
            : await pageTexts.answer(article, query.ask, context);
      if (text) return text;
      const hasMarkdown = await pageTexts.isOpen();
      const page = isPlain(path)
        ? await host.page?.(path, { language, origin, consolePath, hasMarkdown })
        : undefined;
      if (page) {
        const document = documents.get(page) ?? documentOf(page);
        documents.set(page, document);
        return document;
      }
      if (!wantsPage) throw notFound('Page');
      return missingPage(language);
    },
  });
};

/** The path of the article that is wanted as Markdown: by the ending of its address, or by a client that prefers it. */
function articleMeant(path: string, wantsMarkdown: boolean): string | undefined {
  if (path.endsWith('.md')) return path.slice(0, -'.md'.length);
  return wantsMarkdown ? path : undefined;
}

/** False for API paths, and for paths with dot segments, backslashes or control characters; file names may hold tabs and line breaks. */
const isPlain = (path: string): boolean =>
  !path.startsWith('/apis/') && !/(?:^|\/)\.\.?(?:\/|$)|\\|[^\P{Cc}\t\n\r]/u.test(path);

function documentOf({ status, contentType, body, location, cacheSeconds = 0 }: SitePage): Document {
  return {
    status,
    contentType,
    body,
    inParts: typeof body !== 'string',
    headers: {
      'cache-control':
        status === 404
          ? 'no-store'
          : cacheSeconds > 0
            ? `public, max-age=${cacheSeconds}`
            : 'public, no-cache',
      vary: 'accept, accept-language',
      ...policyOf(contentType),
      ...(location === undefined ? {} : { location }),
    },
  };
}

/** Articles are untrusted: no inline scripts, no external content. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** SVG files may contain scripts, so they run in an empty sandbox. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function policyOf(contentType: string): Readonly<Record<string, string>> {
  if (/\bhtml\b/i.test(contentType)) return { 'content-security-policy': pagePolicy };
  if (/\b(?:svg|xml)\b/i.test(contentType)) return { 'content-security-policy': drawingPolicy };
  return {};
}
