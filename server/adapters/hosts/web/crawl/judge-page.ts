import { explained, type Words } from '../../../../kit/explained.ts';
import { sha256 } from '../../../../kit/ids.ts';
import type { SiteClient, SiteResponse } from '../../remote/client.ts';
import type { PageReading } from '../extract/read-page.ts';
import { wordsOf } from './print-versions.ts';
import { markWithoutDates } from './without-dates.ts';
import type { KnownPage, PageState, StoredArticle } from '../store.ts';

/** Result of reading a page. */
export interface Seen {
  readonly state: Exclude<PageState, 'new'> | 'unchanged';
  readonly reason: Words;
  readonly etag: string;
  readonly lastModified: string;
  readonly article?: StoredArticle;
  /** Pages of the site that it links to or is a copy of. */
  readonly links: readonly string[];
  /** Its translations on the site. */
  readonly translations: readonly string[];
  readonly feeds: readonly string[];
  /** Canonical address, when it is another page of the site. */
  readonly elsewhere?: string;
  readonly siteTitle: string;
  /** Fingerprints of its content; `undefined` when the page was not read. */
  readonly look?: PageLook;
}

/** Fingerprints of a page's content, to find pages with the same content. */
export interface PageLook {
  readonly mark: string;
  /** Fingerprint of the article's words; `''` without any. */
  readonly textMark: string;
  /** The same without numbers and dates. */
  readonly datelessMark: string;
  readonly title: string;
  readonly length: number;
}

/** Judges a page that was read: an article, a copy of another page, or no article. */
export function judgePage(
  address: SiteClient['address'],
  { path }: KnownPage,
  { reading, response }: { readonly reading: PageReading; readonly response: SiteResponse },
  missing: PageLook | undefined,
): Seen {
  const paths = (addresses: readonly string[]) =>
    addresses.flatMap((named) => address.pathOf(named, response.url) ?? []);
  const isHome = path === address.folder;
  const found = {
    ...nothing,
    etag: response.headers.get('etag') ?? '',
    lastModified: response.headers.get('last-modified') ?? '',
    links: paths(reading.links),
    translations: paths(reading.translations),
    feeds: reading.feeds,
    siteTitle: reading.siteTitle,
    look: lookOf(reading),
  };
  if (reading.isCheck) return checked;
  if (missing && !isHome && (looksLike(found.look, missing) || saysMissing(found.look, missing)))
    return { ...found, state: 'left-out', reason: explained('left_missing') };
  const canonical = reading.canonical === '' ? undefined : address.pathOf(reading.canonical, response.url);
  const own = withoutIndex(canonical ?? path);
  // Many sites wrongly declare the front page as canonical for every page.
  const isCopy = own !== path && own !== address.folder;
  if (!reading.article)
    return { ...found, state: 'left-out', reason: reading.reason, ...(isCopy && { elsewhere: own }) };
  const article = { ...reading.article, url: path };
  return {
    ...found,
    state: 'article',
    article: { ...article, revision: sha256(JSON.stringify({ ...article, url: '' })).slice(0, 32) },
    ...(isCopy && { elsewhere: own }),
  };
}

/** Servers return the index page for a folder, and generators link to either. */
const withoutIndex = (path: string): string => path.replace(/\/index\.html?$/i, '/');

export const nothing = {
  reason: '',
  etag: '',
  lastModified: '',
  links: [],
  translations: [],
  feeds: [],
  siteTitle: '',
} as const;

/** Result for a page behind a browser check: the last content is kept, since people can still reach the page. */
export const checked: Seen = { ...nothing, state: 'failed', reason: explained('left_check') };

export const leftOut = (reason: Words): Seen => ({ ...nothing, state: 'left-out', reason });

export const lookOf = ({ article, mark, pageTitle, length }: PageReading): PageLook => ({
  mark,
  textMark: article === undefined ? '' : sha256(wordsOf(article.html).join(' ')),
  datelessMark: article === undefined ? '' : markWithoutDates(article.html),
  title: pageTitle,
  length,
});

/** True when two pages have the same content, even if they contain their address or the time. */
export const looksLike = (one: PageLook, other: PageLook): boolean =>
  one.mark === other.mark ||
  (one.textMark !== '' && one.textMark === other.textMark) ||
  (one.title === other.title && Math.abs(one.length - other.length) <= 0.05 * other.length + 20);

/** True for a soft 404 page whose text varies, for example by the pages that it suggests. */
const saysMissing = (one: PageLook, missing: PageLook): boolean =>
  one.title === missing.title && missingTitle.test(one.title);

const missingTitle =
  /\b404\b|not found|can(?:no|['’])t be found|nicht gefunden|introuvable|no encontrad|não encontrad|non trovat|не найден|页面不存在|找不到|未找到|見つかりません|찾을 수 없/i;
