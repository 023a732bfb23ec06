import { allOf, metaOf, textOf, type DomDocument, type DomElement } from './dom.ts';
import type { LinkedData } from './json-ld.ts';

/** Publication and modification time of an article: ISO-8601 instants, `''` when unknown. */
export interface PageDates {
  readonly published: string;
  readonly modified: string;
}

/** The first source with a date wins: machine-readable data, visible text, the address. */
export const readDates = (document: DomDocument, data: LinkedData, url: URL): PageDates => ({
  published: first(
    data.published,
    metaOf(
      document,
      'article:published_time',
      'datePublished',
      'parsely-pub-date',
      'sailthru.date',
      'citation_publication_date',
      'dc.date.issued',
      'dcterms.created',
      'dcterms.date',
      'dc.date',
      'date',
      'pubdate',
    ),
    ...timesAt(document, publishedPlaces),
    dateInPath(url),
    ...timesAt(document, ['article header time', 'main header time', 'article time', 'main time']),
    ...saidDates(document, publishedWords),
  ),
  modified: first(
    data.modified,
    metaOf(
      document,
      'article:modified_time',
      'og:updated_time',
      'dateModified',
      'dcterms.modified',
      'last-modified',
      'revised',
    ),
    ...timesAt(document, modifiedPlaces),
    ...saidDates(document, modifiedWords),
  ),
});

const publishedPlaces = [
  '[itemprop="datePublished"]',
  '.dt-published',
  'time[pubdate]',
  'time.published',
  'time.entry-date',
  '.entry-date time',
  '.post-date time',
  '.wp-block-post-date time',
  'time.post-date',
  '.post-meta time',
  '.post-meta-date-created',
  '.byline time',
  '.published',
  '.date-published',
];

const modifiedPlaces = [
  '[itemprop="dateModified"]',
  '.dt-updated',
  'time.updated',
  'time.modified',
  '.post-meta-date-updated',
  '.theme-last-updated time',
  '.VPLastUpdated time',
  '.last-updated time',
  '.lastupdated',
  '.meta time',
  '.md-source-file__fact',
  '.git-revision-date-localized-plugin',
  '.page-last-updated',
  '.updated',
];

const publishedWords = /(?:published(?: on)?|posted(?: on)?|发布于|发表于|发布时间|发表时间|日期)[:：]?\s*/i;
const modifiedWords =
  /(?:last (?:updated|modified|edited)(?: on)?|updated(?: on)?|更新于|更新时间|最后更新(?:于)?|上次更新)[:：]?\s*/i;

/** Elements about other content, such as a list of recent posts. */
const elsewhere =
  'aside, nav, .related, .related-posts, .comments, #comments, .comment, .sidebar, .widget, .recent-posts';

const timesAt = (document: DomDocument, places: readonly string[]): string[] =>
  places.flatMap((place) =>
    allOf(document, place)
      .slice(0, 3)
      .filter((element) => !element.closest(elsewhere))
      .map(timeOf),
  );

const timeOf = (element: DomElement): string =>
  element.getAttribute('datetime') ??
  element.getAttribute('content') ??
  element.querySelector('time[datetime]')?.getAttribute('datetime') ??
  dateIn(`${element.getAttribute('title') ?? ''} ${textOf(element)}`);

/** Dates after a word such as "Updated", in short lines only, since longer ones are text of the article. */
function* saidDates(document: DomDocument, words: RegExp): Generator<string> {
  for (const element of allOf(document, 'footer, small, time, span, p, li, div').slice(0, 4_000)) {
    const text = element.textContent;
    if (text.length > 120 || !words.test(text) || element.closest(elsewhere)) continue;
    yield dateIn(text.slice(words.exec(text)?.index ?? 0).replace(words, ''));
  }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The first date in a line of text, as `YYYY-MM-DD`, with its time when one follows. */
const dateIn = (text: string): string => {
  const numeric =
    /\b(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?(?:[T\s]+(\d{1,2}:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?))?/.exec(
      text,
    );
  if (numeric) return joined(numeric[1], numeric[2], numeric[3], numeric[4]);
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})\b/i.exec(text);
  if (dayFirst) return joined(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i.exec(text);
  if (monthFirst) return joined(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  return '';
};

const monthOf = (word = ''): string => String(months.indexOf(word.toLowerCase()) + 1);

const joined = (year = '', month = '', day = '', time = ''): string =>
  Number(month) >= 1
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time === '' ? '' : `T${time}`}`
    : '';

const dateInPath = (url: URL): string => {
  const match = /\/((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)(?:[/-]|$)/.exec(url.pathname);
  return match ? joined(match[1], match[2], match[3]) : '';
};

/** The first valid time as an instant; UTC without a zone. */
const first = (...texts: readonly string[]): string => {
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const time = Date.parse(
      withZone(/^\d{4}-\d\d-\d\d/.test(trimmed) ? trimmed : dateIn(trimmed) || trimmed),
    );
    if (Number.isFinite(time) && time > 0 && time < Date.now() + 400 * 86_400_000)
      return new Date(time).toISOString();
  }
  return '';
};

const withZone = (text: string): string => {
  const tidy = text
    .replace(/^(\d{4}-\d\d-\d\d)\s+(\d)/, '$1T$2')
    .replace(/(?<!\s)\s+([+-]\d\d:?\d\d|UTC|GMT)$/, '$1')
    .replace(/(?:UTC|GMT)$/, 'Z');
  return /T\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?$/.test(tidy) ? `${tidy.replace(/T(\d):/, 'T0$1:')}Z` : tidy;
};
