import { explained, type Words } from '../../../../kit/explained.ts';
import { sha256 } from '../../../../kit/ids.ts';
import { escapeHtml } from '../../../../markup/html.ts';
import { findContainer, readContent, textBelowTitle } from './content.ts';
import { countTeasers, hasOnlyTeasers, linkShare, showsOthers } from './teasers.ts';
import { readDates } from './dates.ts';
import {
  allOf,
  everyMetaOf,
  isHardlyText,
  isTooShort,
  lengthOf,
  metaOf,
  parsePage,
  textOf,
  type DomDocument,
  type DomElement,
} from './dom.ts';
import { emptyReason, isPlaceholder } from './empty-page.ts';
import { readLinkedData, type LinkedData } from './json-ld.ts';
import { tagsOf } from './tags.ts';
import { readTitle, siteNameIn } from './title.ts';
import { headingAtTop, isSiteName, titleFrom } from './untitled.ts';
import { translationsIn, untranslatedFrom } from './translations.ts';

/** A page to extract; plain data, since it is sent to a thread. */
export interface PageSource {
  readonly html: string;
  /** Address of the page. */
  readonly url: string;
}

/** An article found in a page. Instants are ISO-8601, `''` when unknown. */
export interface PageArticle {
  readonly title: string;
  readonly html: string;
  readonly language: string;
  readonly published: string;
  readonly modified: string;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly excerpt: string;
}

export interface PageReading {
  /** `undefined` when the page is no public article. */
  readonly article: PageArticle | undefined;
  /** Reason why there is no article; `''` when there is one. */
  readonly reason: Words;
  /** True when a firewall's browser check was sent instead of the page. */
  readonly isCheck: boolean;
  /** Canonical address, `''` when the page names none. */
  readonly canonical: string;
  readonly siteTitle: string;
  readonly pageTitle: string;
  /** Absolute addresses of links, without fragments. */
  readonly links: readonly string[];
  /** Addresses of its translations, by `hreflang`, and of the further parts of an article on several pages. */
  readonly translations: readonly string[];
  /** Addresses of feeds. */
  readonly feeds: readonly string[];
  /** Fingerprint of the content, equal for pages with the same content. */
  readonly mark: string;
  /** Characters of text without blanks. */
  readonly length: number;
}

const maxLinks = 3_000;
const maxTextLength = 1_500_000;
const listLinkShare = 0.65;
/** Reason for leaving out a list of other pages. */
export const listReason = explained('left_list');

/** Extracts the article and metadata of a page. Throws `invalid` for a page beyond the bounds. */
export const readPage = (source: PageSource): PageReading => {
  const url = new URL(source.url);
  const document = parsePage(source.html);
  const at = baseOf(document, url);
  const translations = translationsIn(document, at);
  const rest = {
    canonical: canonicalOf(document, at),
    siteTitle:
      metaOf(document, 'og:site_name', 'application-name') ||
      siteNameIn(textOf(document.querySelector('title'))),
    pageTitle: textOf(document.querySelector('title')),
    links: linksIn(document, at),
    translations: [...translations.map(({ address }) => address), ...partsIn(document, at)],
    feeds: feedsIn(document, at),
    isCheck: isCheck(document),
    mark: markOf(document),
    length: document.body ? lengthOf(document.body) : 0,
  };
  const data = readLinkedData(document);
  const refused = refusalOf(document, data);
  if (refused !== '') return { article: undefined, reason: refused, ...rest };
  const container = findContainer(document);
  const { title, text } = titled(source.html, document, { data, container, url });
  const shown = withWholeLinks(text, at);
  const html = (isDrawnByScript(shown, data) ? htmlOfText(data.body) : shown).slice(0, maxTextLength);
  // A short text is an article when its container has all text of the page.
  const isShort = container && isTooShort(textBelowTitle(container)) ? isHardlyText : isTooShort;
  const isEmpty = isShort(plainText(html)) || isPlaceholder(document);
  const reason =
    (isEmpty ? emptyReason(document) : listReasonOf(html, document, data, url)) ||
    (title === '' ? explained('left_no_title') : '');
  if (reason !== '') return { article: undefined, reason, ...rest };
  const { published, modified } = readDates(document, data, url);
  const article = {
    title: title.slice(0, 500),
    html,
    language: (
      data.language ||
      document.documentElement?.getAttribute('lang') ||
      metaOf(document, 'og:locale', 'language')
    ).slice(0, 20),
    published,
    modified,
    tags: tagsOf(document, data),
    categories: [metaOf(document, 'article:section')].filter(Boolean),
    excerpt: excerptOf(document, data),
  };
  const original = untranslatedFrom(document, container, html, translations);
  return { article, reason: '', ...rest, ...(original !== '' && { canonical: original }) };
};

/** Title and text of the page. Without a title, or with only the site's name as title, a title is taken from the text. */
const titled = (
  html: string,
  document: DomDocument,
  found: { readonly data: LinkedData; readonly container: DomElement | undefined; readonly url: URL },
): { readonly title: string; readonly text: string } => {
  const { data, container, url } = found;
  const isName = (title: string) => isSiteName(title, document, url);
  const title = readTitle(document, data, container);
  const text = readContent(html, container, title);
  if (title !== '' && !isName(title)) return { title, text };
  const heading = headingAtTop(text, (each) => !isName(each));
  if (heading !== '') return { title: heading, text: readContent(html, container, heading) };
  return { title: isData(document) ? title : titleFrom(text, url), text };
};

/** True for JSON that a server declares as HTML. */
const isData = ({ body }: DomDocument): boolean => /^\s*[[{]\s*["[{]/.test(body?.textContent ?? '');

/** The description of the page, unless it is a placeholder such as `None` that templates write. */
const excerptOf = (document: DomDocument, data: LinkedData): string => {
  const [given = ''] = [
    data.description,
    ...['og:description', 'description', 'twitter:description'].map((name) => metaOf(document, name)),
  ]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => !/^(?:none|null|nil|undefined|false)?$/i.test(text));
  return given.slice(0, 1_000);
};

/** True when only the metadata contain the text, because the page is rendered by scripts. */
const isDrawnByScript = (html: string, { body }: LinkedData): boolean =>
  !isTooShort(body) && plainText(html).length < body.length / 4;

const htmlOfText = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '\n')
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('');

const plainText = (html: string): string => html.replace(/<[^<>]*>/g, '').replace(/\s+/g, '');

const baseOf = (document: DomDocument, url: URL): URL =>
  URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', url.href) ?? url;

const checkTitles =
  /^(?:just a moment|attention required|checking your browser|one moment, please|ddos-guard|security check|安全检查|正在进行安全|请稍候)/i;

const isCheck = (document: DomDocument): boolean =>
  checkTitles.test(textOf(document.querySelector('title')).trim()) &&
  (!document.body || lengthOf(document.body) < 1_500);

/** Reason why the page is not public or not to be indexed. */
const refusalOf = (document: DomDocument, data: LinkedData): Words => {
  if (/(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(everyMetaOf(document, 'robots', 'docent')))
    return explained('left_noindex');
  if (!data.isFree || /^(?:locked|metered|paid)$/i.test(metaOf(document, 'article:content_tier')))
    return explained('left_not_free');
  if (document.querySelector('form.post-password-form, .post-password-required'))
    return explained('left_password');
  const { body } = document;
  if (body?.querySelector('input[type="password"]') && lengthOf(body) < 1_500)
    return explained('left_sign_in');
  if (
    document.querySelector('meta[http-equiv="refresh" i][content*="url" i]') &&
    (!body || lengthOf(body) < 400)
  )
    return explained('left_elsewhere');
  if (/\b(?:error404|page-404)\b/.test(body?.getAttribute('class') ?? '')) return explained('left_missing');
  return '';
};

/** The reason of a list, when the text is one instead of an article. */
const listReasonOf = (html: string, document: DomDocument, data: LinkedData, url: URL): Words => {
  const isArticle = data.isArticle || metaOf(document, 'og:type') === 'article';
  const bodyClass = ` ${document.body?.getAttribute('class') ?? ''} `;
  if (
    / (?:archive|category|tag|author|search-results|tag-template|author-template|search) /.test(bodyClass) &&
    !/ single\b/.test(bodyClass)
  )
    return listReason;
  if (isArticle) return '';
  if (isOwnIndex(document)) return listReason;
  // The front page of a young blog lists only one or two articles.
  if (url.pathname === '/' && showsOthers(document)) return listReason;
  const isList = data.isCollection || countTeasers(document) > 2 || linkShare(html) > listLinkShare;
  return isList || hasOnlyTeasers(html, url) ? listReason : '';
};

/** True for the search page and the index of a manual, which its pages link to with the matching `rel`. */
const isOwnIndex = (document: DomDocument): boolean =>
  document.querySelector('link[rel="search" i][href="#"], link[rel="index" i][href="#"]') !== null ||
  isBookIndex(document);

/** True for the alphabetical index of a DocBook manual. */
const isBookIndex = (document: DomDocument): boolean => {
  const index = document.querySelector('div.index:has(div.indexdiv)');
  return index !== null && document.body !== null && lengthOf(index) > lengthOf(document.body) / 2;
};

const canonicalOf = (document: DomDocument, at: URL): string =>
  URL.parse(
    document.querySelector('link[rel~="canonical" i][href]')?.getAttribute('href') ||
      metaOf(document, 'og:url') ||
      '?',
    at.href,
  )?.href.replace(/[?#]$/, '') ?? '';

const linksIn = (document: DomDocument, at: URL): string[] => {
  const refresh = /url\s*=\s*['"]?([^'"]+)/i.exec(
    document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '',
  )?.[1];
  // The frames of a frameset are its pages.
  const links = allOf(document, 'a[href], frame[src]')
    .filter((link) => !/\bnofollow\b/i.test(link.getAttribute('rel') ?? ''))
    .slice(0, maxLinks)
    .map((link) => link.getAttribute(link.tagName === 'FRAME' ? 'src' : 'href') ?? '');
  return absolute([...(refresh ? [refresh] : []), ...links], at);
};

/** Addresses of the further pages of a long article in WordPress, which are in no sitemap. */
const partsIn = (document: DomDocument, at: URL): string[] =>
  absolute(
    allOf(document, 'a.post-page-numbers[href]').map((link) => link.getAttribute('href') ?? ''),
    at,
  );

const feedsIn = (document: DomDocument, at: URL): string[] =>
  absolute(
    allOf(document, 'link[rel~="alternate" i][href]')
      .filter((link) =>
        /^application\/(?:rss\+xml|atom\+xml|feed\+json|json)$/i.test(link.getAttribute('type') ?? ''),
      )
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/\/comments\/feed|wp-json|oembed/.test(href)),
    at,
  ).slice(0, 5);

const absolute = (links: readonly string[], at: URL): string[] => {
  const found = links.flatMap((link) => {
    const url = URL.parse(link.trim(), at.href);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    url.hash = '';
    return [url.href];
  });
  return [...new Set(found)];
};

const markOf = (document: DomDocument): string =>
  sha256(`${textOf(document.querySelector('title'))}\n${textOf(document.body).slice(0, 20_000)}`);

/** Makes addresses of links and images absolute, since the text is used elsewhere. */
const withWholeLinks = (html: string, at: URL): string =>
  html.replace(
    /(<(?:a|img)\b[^<>]*?\s(?:href|src)=")([^"#][^"]*)"/gi,
    (whole, start: string, link: string) => {
      const url = URL.parse(link.replaceAll('&amp;', '&'), at.href);
      return url && /^https?:$/.test(url.protocol)
        ? `${start}${url.href.replaceAll('&', '&amp;').replaceAll('"', '%22')}"`
        : whole;
    },
  );
