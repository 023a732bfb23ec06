import { site } from '../../../contract/site/site.ts';
import { notFound } from '../../kit/fault.ts';
import { implement, type Document } from '../../http/implement.ts';
import type { Host, SitePage } from '../../ports/host.ts';
import { missingPage } from './missing-page.ts';

interface SitePageDeps {
  readonly host: Pick<Host, 'page'>;
  /** The public article whose page has this path, as Markdown. */
  readonly markdownAt: (path: string) => Promise<string | undefined>;
}

/** Serves the pages of a host that leaves that to Docent; other hosts have none here. */
export const sitePageRoutes = ({ host, markdownAt }: SitePageDeps) =>
  implement(site, {
    page: async ({ params, query }, { language: preferred, origin, wantsPage }) => {
      const path = `/${params.path}`;
      const language = query.lang ?? preferred;
      const markdown =
        path.endsWith('.md') && isPlain(path) ? await markdownAt(path.slice(0, -3)) : undefined;
      if (markdown !== undefined)
        return { status: 200, contentType: 'text/markdown; charset=utf-8', body: markdown };
      const page = isPlain(path) ? await host.page?.(path, { language, origin }) : undefined;
      if (page) return documentOf(page);
      if (!wantsPage) throw notFound('Page');
      return missingPage(language);
    },
  });

/** Paths of the API are no pages; dot segments, backslashes and control characters mean no page either. */
const isPlain = (path: string): boolean =>
  !path.startsWith('/apis/') && !/(?:^|\/)\.\.?(?:\/|$)|\\|\p{Cc}/u.test(path);

function documentOf({ status, contentType, body, location, cacheSeconds = 0 }: SitePage): Document {
  return {
    status,
    contentType,
    body,
    headers: {
      'cache-control':
        status === 404
          ? 'no-store'
          : cacheSeconds > 0
            ? `public, max-age=${cacheSeconds}`
            : 'public, no-cache',
      vary: 'accept-language',
      ...policyOf(contentType),
      ...(location === undefined ? {} : { location }),
    },
  };
}

/** Articles are other people's text: nothing inline runs, nothing is loaded from elsewhere. */
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

/** Uploaded drawings can hold scripts; opened by themselves they run in a sandbox without any right. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function policyOf(contentType: string): Readonly<Record<string, string>> {
  if (/\bhtml\b/i.test(contentType)) return { 'content-security-policy': pagePolicy };
  if (/\b(?:svg|xml)\b/i.test(contentType)) return { 'content-security-policy': drawingPolicy };
  return {};
}
