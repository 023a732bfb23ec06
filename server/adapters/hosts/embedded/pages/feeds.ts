import { xml } from '../../../../markup/html.ts';
import { slicesOf } from '../../../../kit/slices.ts';
import type { Steps } from '../../../../work/schedule/steps.ts';
import type { Site } from './site.ts';

const newest = 20;

/** Atom feed (RFC 4287) of the newest articles. */
export const atomFeed = (site: Site): string => {
  const { origin, settings, language, catalogue } = site;
  const heads = catalogue.shown.slice(0, newest).map(site.head);
  const updated =
    heads
      .map((head) => head.modifiedAt)
      .toSorted()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  const entries = heads.map(
    (head) => xml`
  <entry>
    <id>${origin + head.url}</id>
    <title>${head.title}</title>
    <link href="${origin + head.url}"/>
    <published>${head.publishedAt || head.createdAt}</published>
    <updated>${head.modifiedAt}</updated>
    <summary>${head.excerpt}</summary>${head.tags.map(
      (tag) => xml`
    <category term="${tag.name}"/>`,
    )}
  </entry>`,
  );
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${origin}/</id>
  <title>${settings.title[language]}</title>
  <link href="${origin}/"/>
  <link rel="self" href="${origin}/feed.xml"/>
  <updated>${updated}</updated>
  <author><name>${settings.title[language]}</name></author>${entries}
</feed>
`.html;
};

/** Maximum of addresses in one sitemap (sitemaps.org). */
const maxAddresses = 50_000;

/** Addresses that are written in one step. */
const addressesAtOnce = 200;

/** Sitemap of all pages for search engines. */
export function* sitemap({ origin, catalogue, head }: Site): Steps<string> {
  const places = ['/', '/archives'].map(
    (path) =>
      xml`
  <url><loc>${origin + path}</loc></url>`.html,
  );
  for (const part of slicesOf(catalogue.shown.slice(0, maxAddresses - places.length), addressesAtOnce)) {
    for (const article of part)
      places.push(
        xml`
  <url><loc>${origin + article.url}</loc><lastmod>${head(article).modifiedAt}</lastmod></url>`.html,
      );
    yield;
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}
</urlset>
`;
}

/** Lets crawlers read the pages, but not the API or the console. */
export const robots = (origin: string, consolePath: string): string =>
  `User-agent: *\nDisallow: ${before(origin)}/apis/\nDisallow: ${before(origin)}${consolePath}\nSitemap: ${origin}/sitemap.xml\n`;

/** The path prefix of the service; `''` at the root. */
const before = (origin: string): string => new URL(origin).pathname.replace(/\/$/, '');
