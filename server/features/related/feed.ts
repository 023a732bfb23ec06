import { xml } from '../../markup/html.ts';

/** An article as an entry of a feed; `address` is whole. */
interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly excerpt: string;
  /** Empty where it is not known. */
  readonly publishedAt: string;
  readonly changedAt: string;
}

/** Atom feed (RFC 4287) of articles in their order, under the title and the address of the article that they follow. */
export function atomFeed(
  { title, self, page }: { readonly title: string; readonly self: string; readonly page: string },
  entries: readonly FeedEntry[],
): string {
  const changed = entries.map(({ changedAt }) => changedAt).toSorted();
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${self}</id>
  <title>${title}</title>
  <link rel="self" href="${self}"/>${
    page === ''
      ? ''
      : xml`
  <link href="${page}"/>`
  }
  <updated>${changed.at(-1) || noTime}</updated>
  <author><name>${new URL(self).host}</name></author>${entries.map(
    ({ address, changedAt, publishedAt, ...entry }) => xml`
  <entry>
    <id>${address}</id>
    <title>${entry.title}</title>
    <link href="${address}"/>${
      publishedAt === ''
        ? ''
        : xml`
    <published>${publishedAt}</published>`
    }
    <updated>${changedAt}</updated>
    <summary>${entry.excerpt}</summary>
  </entry>`,
  )}
</feed>
`.html;
}

/** A feed must have a time, and one without entries has none. */
const noTime = '1970-01-01T00:00:00.000Z';
