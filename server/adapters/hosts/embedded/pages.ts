import { LRUCache } from 'lru-cache';
import type { SitePage } from '../../../ports/host.ts';
import type { Images } from './images.ts';
import type { ArticleRepository } from './article-repository.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { articlePage } from './pages/article-page.ts';
import { favicon, siteCss, siteScript } from './pages/assets.ts';
import { atomFeed, robots, sitemap } from './pages/feeds.ts';
import { homePage } from './pages/home-page.ts';
import { archivePage, termPage, termsPage } from './pages/list-pages.ts';
import { createRenderings } from './pages/renderings.ts';
import type { Site } from './pages/site.ts';
import { inSteps } from '../../../work/schedule/steps.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

export interface PagesDeps {
  readonly repository: ArticleRepository;
  readonly images: Images;
  /** The current site, for one request. */
  readonly siteFor: (request: PageRequest) => Promise<Site>;
  readonly countVisit: (articleId: string) => void;
}

export interface PageRequest {
  readonly language: string;
  readonly origin: string;
  readonly consolePath?: string;
  readonly hasMarkdown?: boolean;
}

/** Size of the caches of rendered articles and of pages, in UTF-16 units. */
const renderedBudget = 8_000_000;
const dayInSeconds = 86_400;

/** Serves the page at a decoded path, `undefined` when there is none. */
export const createPages = ({ repository, images, siteFor, countVisit }: PagesDeps) => {
  const rendering = createRenderings(repository.render, renderedBudget);

  const made = new LRUCache<string, Kept>({
    maxSize: renderedBudget,
    sizeCalculation: ({ state, page }) => state.length + page.body.length,
  });

  /** Caches a page by the state that it was made of, so that it is neither rendered nor encoded again. */
  const kept = async (
    name: string,
    { origin, language }: Site,
    state: string,
    make: () => SitePage | Promise<SitePage>,
  ): Promise<SitePage> => {
    const key = `${name} ${language} ${origin}`;
    const before = made.get(key);
    if (before?.state === state) return before.page;
    const page = await make();
    made.set(key, { state, page });
    return page;
  };

  const article = async (slug: string, site: Site): Promise<SitePage | undefined> => {
    const known = site.catalogue.bySlug.get(slug);
    if (known?.metadata.visibility !== 'public') return undefined;
    const found = await repository.read(known.id);
    if (found?.article.metadata.visibility !== 'public') return undefined;
    const now = { ...site, catalogue: await repository.catalogue() };
    const key = `${found.article.id} ${found.article.hash} ${now.catalogue.version}`;
    const text = await rendering.of(key, found, now);
    countVisit(found.article.id);
    const body = articlePage(found.article, text, now);
    return kept(`article ${found.article.id}`, site, body, () => page(body));
  };

  const media = async (path: string): Promise<SitePage | undefined> => {
    const contentType = mediaTypeOf(path);
    const body = contentType && (await repository.media(path));
    return body ? { status: 200, contentType, body, cacheSeconds: 300 } : undefined;
  };

  const upload = async (name: string): Promise<SitePage | undefined> => {
    const image = await images.get(name);
    return (
      image && {
        status: 200,
        contentType: image.mediaType,
        body: image.bytes,
        cacheSeconds: 30 * dayInSeconds,
      }
    );
  };

  const feed = (site: Site): Promise<SitePage> => {
    // Short, but with excerpts, which change without the catalogue.
    const body = atomFeed(site);
    return kept('feed', site, body, () => file('application/atom+xml; charset=utf-8', body));
  };

  const siteMap = (site: Site): Promise<SitePage> =>
    kept('sitemap', site, site.catalogue.version, async () =>
      file('application/xml; charset=utf-8', await inSteps(sitemap(site))),
    );

  const routes: readonly Route[] = [
    [/^\/$/, (_, site) => page(homePage(site))],
    [/^\/archives(?:\/page\/(\d{1,6}))?$/, ([number], site) => pageIfAny(archivePage(site, countOf(number)))],
    [/^\/archives\/([^/]+)$/, ([slug = ''], site) => article(slug, site)],
    [/^\/tags$/, (_, site) => page(termsPage(site, 'tags'))],
    [/^\/categories$/, (_, site) => page(termsPage(site, 'categories'))],
    [
      /^\/tags\/([^/]+)(?:\/page\/(\d{1,6}))?$/,
      ([slug = '', number], site) => termList('tags', slug, countOf(number), site),
    ],
    [
      /^\/categories\/([^/]+)(?:\/page\/(\d{1,6}))?$/,
      ([slug = '', number], site) => termList('categories', slug, countOf(number), site),
    ],
    [/^\/feed\.xml$/, (_, site) => feed(site)],
    [/^\/sitemap\.xml$/, (_, site) => siteMap(site)],
  ];

  /** Paths served without the list of articles. */
  const files: readonly [
    RegExp,
    (part: string, request: PageRequest) => Promise<SitePage | undefined> | SitePage,
  ][] = [
    [/^\/media\/(.+)$/, media],
    [/^\/upload\/([^/]+)$/, upload],
    [/^\/site\.css$/, () => file('text/css; charset=utf-8', siteCss)],
    [/^\/site\.js$/, () => file('text/javascript; charset=utf-8', siteScript)],
    [/^\/favicon\.svg$/, () => file('image/svg+xml', favicon)],
    [
      /^\/robots\.txt$/,
      (_, { origin, consolePath = '/console' }) =>
        file('text/plain; charset=utf-8', robots(origin, consolePath)),
    ],
  ];

  return async (path: string, request: PageRequest): Promise<SitePage | undefined> => {
    for (const [pattern, answer] of files) {
      const match = pattern.exec(path);
      if (match) return answer(match[1] ?? '', request);
    }
    const site = await siteFor(request);
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(path);
      const found = match && (await answer(match.slice(1), site));
      if (found) return found;
    }
    return moved(path, site);
  };
};

interface Kept {
  /** The state that the page was made of. */
  readonly state: string;
  readonly page: SitePage;
}

type Route = readonly [
  RegExp,
  (
    parts: readonly (string | undefined)[],
    site: Site,
  ) => Promise<SitePage | undefined> | SitePage | undefined,
];

const termList = (
  kind: 'tags' | 'categories',
  slug: string,
  number: number,
  site: Site,
): SitePage | undefined => {
  const found = site.catalogue[kind].get(slug);
  return found && pageIfAny(termPage(site, kind, found, number));
};

/** Redirects from an article's former addresses, and from known pages with a trailing slash. */
const moved = (path: string, { catalogue }: Site): SitePage | undefined => {
  const bare = withoutEnd(path, /\//);
  const former = [path, bare, `${bare}/`]
    .map((one) => catalogue.byFormerPath.get(one))
    .find((one) => one !== undefined);
  const to =
    former?.url ??
    (path !== bare && /^\/(?:archives|tags|categories)(?:\/[^/]+)?$/.test(bare)
      ? encodeURI(bare)
      : undefined);
  return to === undefined
    ? undefined
    : { status: 301, contentType: 'text/plain; charset=utf-8', body: '', location: to };
};

const countOf = (number: string | undefined): number => Math.max(1, Number(number ?? 1));

const page = (body: string): SitePage => file('text/html; charset=utf-8', body);

const pageIfAny = (body: string | undefined): SitePage | undefined =>
  body === undefined ? undefined : page(body);

const file = (contentType: string, body: string): SitePage => ({ status: 200, contentType, body });
