import { explained } from '../../../../kit/explained.ts';
import { invalid } from '../../../../kit/fault.ts';
import { isRecord, parseJson } from '../../../../kit/json.ts';
import { exceededBound } from '../../../../kit/scan/json-size.ts';
import { readXmlFeed, type SaidEntry } from './feeds/read-xml-feed.ts';

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
const maxTextLength = 1_000_000;
/** Two hundred parts for each entry of a feed that is read, and a depth that no feed has. */
const jsonBounds = { levels: 100, parts: 200_000 };

/** Entries of an RSS, Atom, RDF or JSON feed. Throws `invalid` for anything else. */
export const readFeed = (text: string): readonly FeedEntry[] => {
  const said = /^\uFEFF?\s*\{/.test(text) ? jsonEntries(text) : readXmlFeed(text, maxEntries);
  if (said === undefined) throw invalid(explained('feed_none'));
  return said.flatMap(({ url, changed, title, html, published }) => {
    if (url === '') return [];
    const hasText = html !== '' && html.length <= maxTextLength;
    return [{ url, changed, ...(hasText && { text: { title, html, published } }) }];
  });
};

const jsonEntries = (text: string): readonly SaidEntry[] | undefined => {
  if (exceededBound(text, jsonBounds) !== undefined) return undefined;
  const feed = parseJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(feed) || !Array.isArray(feed['items'])) return undefined;
  const items: readonly unknown[] = feed['items'];
  return items
    .slice(0, maxEntries)
    .filter(isRecord)
    .map((item) => {
      const field = (name: string) => (typeof item[name] === 'string' ? item[name] : '');
      return {
        url: field('url') || field('id'),
        changed: field('date_modified') || field('date_published'),
        title: field('title'),
        html: field('content_html'),
        published: field('date_published'),
      };
    });
};
