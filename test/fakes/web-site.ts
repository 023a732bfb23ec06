import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A page of the site: HTML, or a function that answers. */
export type SitePage = string | Answer;

/** A site on a port of its own that a test can change. */
export interface WebSite extends AsyncDisposable {
  readonly origin: string;
  readonly pages: Map<string, SitePage>;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
  /** Most requests that were open at once. */
  readonly widest: number;
  /** Answers what has no page; 404 unless a test says otherwise. */
  missing: Answer;
}

export const createWebSite = async (given: Readonly<Record<string, SitePage>> = {}): Promise<WebSite> => {
  const pages = new Map(Object.entries(given));
  const asked: string[] = [];
  let open = 0;
  let widest = 0;
  const site = {
    pages,
    asked,
    missing: ((_, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')) as Answer,
  };
  const server = createServer((request, response) => {
    widest = Math.max(widest, ++open);
    response.once('close', () => (open -= 1));
    const path = request.url ?? '/';
    asked.push(path);
    const page = pages.get(path);
    if (page === undefined) return site.missing(request, response);
    if (typeof page === 'function') return page(request, response);
    const type = path.endsWith('.txt')
      ? 'text/plain'
      : path.endsWith('.xml')
        ? 'application/xml'
        : 'text/html; charset=utf-8';
    return response.writeHead(200, { 'content-type': type }).end(page);
  });
  const listening = await listen(server);
  return Object.defineProperties(site, {
    origin: { value: listening.origin },
    widest: { get: () => widest },
    [Symbol.asyncDispose]: { value: () => listening[Symbol.asyncDispose]() },
  }) as unknown as WebSite;
};

/** A page of an article as a plain generator writes it. */
export const articlePage = (title: string, text: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title} | A site</title><meta property="og:site_name" content="A site">${head}</head>` +
  `<body><nav><a href="/">Home</a></nav><main><article><h1>${title}</h1><div class="post-content">${text}</div></article></main>` +
  `<footer>Imprint</footer></body></html>`;

/** Enough words to count as an article. */
export const paragraph = (about: string): string =>
  `<p>This is about ${about}. It explains what ${about} is, why people use it, and what to do when it does not work as expected.</p>`;

export const sitemap = (origin: string, pages: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(
    pages,
  )
    .map(
      ([path, changed]) =>
        `<url><loc>${origin}${path}</loc>${changed === '' ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
    )
    .join('')}</urlset>`;
