import { parseFeed } from 'feedsmith';
import { explained } from '../../../../kit/explained.ts';
import { invalid } from '../../../../kit/fault.ts';

/** An entry of a feed: its address and modification time (`''` when unknown), and its whole text where the feed has it. */
export interface FeedEntry {
  readonly url: string;
  readonly changed: string;
  readonly text?: FeedText;
}

/** The text of an entry as HTML. */
export interface FeedText {
  readonly title: string;
  readonly html: string;
  readonly published: string;
}

const maxEntries = 5_000;

/** Entries of an RSS, Atom, RDF or JSON feed. Throws `invalid` for anything else. */
export const readFeed = (text: string): readonly FeedEntry[] => {
  const parsed = parse(text);
  switch (parsed.format) {
    case 'atom':
      return entries(parsed.feed.entries, (entry) => ({
        url: (entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0])
          ?.href,
        changed: entry.updated ?? entry.published,
        title: entry.title?.value,
        html: isMarkup(entry.content?.type) ? entry.content?.value : markupIn(entry.summary?.value),
        published: entry.published,
      }));
    case 'json':
      return entries(parsed.feed.items, (item) => ({
        url: item.url ?? item.id,
        changed: item.date_modified ?? item.date_published,
        title: item.title,
        html: item.content_html,
        published: item.date_published,
      }));
    case 'rdf':
      return entries(parsed.feed.items, (item) => ({
        url: item.link,
        changed: item.dc?.dates?.[0],
        title: item.title,
        html: item.content?.encoded ?? markupIn(item.description),
        published: item.dc?.dates?.[0],
      }));
    case 'rss':
      return entries(parsed.feed.items, (item) => ({
        url: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        changed: item.atom?.updated ?? item.pubDate ?? item.dc?.dates?.[0],
        title: item.title,
        html: item.content?.encoded ?? markupIn(item.description),
        published: item.pubDate ?? item.dc?.dates?.[0],
      }));
  }
};

const isMarkup = (type: string | undefined): boolean => type === 'html' || type === 'xhtml';

/** A description that is written like an article, since many feeds have their whole texts there. */
const markupIn = (description: unknown): unknown =>
  typeof description === 'string' && /<(?:p|h[2-6]|ul|ol|br|div)[\s/>]/i.test(description)
    ? description
    : undefined;

const parse = (text: string) => {
  try {
    return parseFeed(text, { maxItems: maxEntries });
  } catch {
    throw invalid(explained('feed_none'));
  }
};

/** The fields of an entry in one feed format. */
type Read = Readonly<Record<'url' | 'changed' | 'title' | 'html' | 'published', unknown>>;

const entries = <T>(items: readonly T[] | undefined, read: (item: T) => Read): FeedEntry[] =>
  (items ?? []).slice(0, maxEntries).flatMap((item) => {
    const { url, changed, title, html, published } = read(item);
    if (typeof url !== 'string' || url === '') return [];
    const text =
      typeof html === 'string' && html.length <= maxTextLength
        ? { text: { title: textOf(title), html, published: textOf(published) } }
        : {};
    return [{ url, changed: textOf(changed), ...text }];
  });

const maxTextLength = 1_000_000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
