import { parseFeed } from 'feedsmith';
import { explained } from '../../../../kit/explained.ts';
import { invalid } from '../../../../kit/fault.ts';

/** An entry of a feed: its address and modification time (`''` when unknown). */
export interface FeedEntry {
  readonly url: string;
  readonly changed: string;
}

const maxEntries = 5_000;

/** Entries of an RSS, Atom, RDF or JSON feed. Throws `invalid` for anything else. */
export const readFeed = (text: string): readonly FeedEntry[] => {
  const parsed = parse(text);
  switch (parsed.format) {
    case 'atom':
      return entries(parsed.feed.entries, (entry) => [
        (entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0])?.href,
        entry.updated ?? entry.published,
      ]);
    case 'json':
      return entries(parsed.feed.items, (item) => [
        item.url ?? item.id,
        item.date_modified ?? item.date_published,
      ]);
    case 'rdf':
      return entries(parsed.feed.items, (item) => [item.link, item.dc?.dates?.[0]]);
    case 'rss':
      return entries(parsed.feed.items, (item) => [
        item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        item.atom?.updated ?? item.pubDate ?? item.dc?.dates?.[0],
      ]);
  }
};

const parse = (text: string) => {
  try {
    return parseFeed(text, { maxItems: maxEntries });
  } catch {
    throw invalid(explained('feed_none'));
  }
};

const entries = <T>(
  items: readonly T[] | undefined,
  read: (item: T) => readonly [url: unknown, changed: unknown],
): FeedEntry[] =>
  (items ?? []).slice(0, maxEntries).flatMap((item) => {
    const [url, changed] = read(item);
    if (typeof url !== 'string' || url === '') return [];
    return [{ url, changed: typeof changed === 'string' ? changed : '' }];
  });
