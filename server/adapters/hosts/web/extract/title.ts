import { allOf, metaOf, textOf, type DomDocument, type DomElement } from './dom.ts';
import { headingText } from './spell-out/heading-text.ts';
import type { LinkedData } from './json-ld.ts';
import { withoutEnd } from '../../../../kit/scan/edges.ts';

const places = [
  '[itemprop="headline"]',
  // Doxygen.
  '.headertitle .title',
  'h1.entry-title',
  'h1.p-name',
  'h1.post-title',
  'h1.article-title',
  // The first heading of older blogs is the name of the blog.
  '.hentry h2.entry-title, .hentry h3.entry-title, .hentry h3.post-title',
  'h2.entry-title',
  'h2.post-title',
  'article header h1',
  'article h1',
  'main h1',
  '[role="main"] h1',
  'h1',
];

/** Title of the article without the site's name. */
export const readTitle = (
  document: DomDocument,
  data: LinkedData,
  container: DomElement | undefined,
): string => {
  const page = withoutManual(document, textOf(document.querySelector('title')));
  const under = titleUnderSite(document, page);
  if (under !== '') return under;
  const shown = shownTitle(document, container, page);
  const named = metaOf(document, 'og:title', 'twitter:title');
  const siteName = metaOf(document, 'og:site_name', 'application-name');
  const whole = [page, named].map(folded);
  // Two sources that agree are right; a heading contained in the page's title is the title without the site's name.
  if (shown !== '' && [...whole, folded(data.headline)].some((text) => text.includes(folded(shown))))
    return shown;
  if (data.headline !== '' && whole.some((text) => text.includes(folded(data.headline))))
    return data.headline;
  if (named !== '') return withoutSite(named, siteName, page);
  // In manuals the name of a page in the menu and in `title` may differ from the heading above its text.
  if (data.headline === '' && isOnlyHeading(document, container, page)) return shown;
  return data.headline || (page === '' ? shown : withoutSite(page, siteName, '')) || shown;
};

/** Removes the name of the manual that Texinfo appends in brackets to the page's title. */
const withoutManual = (document: DomDocument, page: string): string =>
  /^(?:makeinfo|texi2)/i.test(metaOf(document, 'generator')) && page.endsWith(')')
    ? page.replace(/ \([^]*$/, '')
    : page;

/** The title of a page whose only first-level heading is the name of the site, in mdBook's menu or above a second-level heading; `''` for other pages. */
const titleUnderSite = (document: DomDocument, page: string): string => {
  const [name = '', ...others] = page.split(dividers).map((part) => part.trim());
  const [site, ...further] = allOf(document, 'h1').map(headingText);
  if (site === undefined || further.length > 0 || folded(others.at(-1) ?? '') !== folded(site)) return '';
  if (document.querySelector('h1.menu-title') !== null) return name;
  const isShown = allOf(document, 'h2').some((heading) => folded(headingText(heading)) === folded(name));
  return isShown ? name : '';
};

/** The visible title: the only level-one heading of the container or of the usual places, or that which the page's title begins with. */
const shownTitle = (document: DomDocument, container: DomElement | undefined, page: string): string => {
  const inside = container ? allOf(container, 'h1') : [];
  if (inside.length === 1) return headingText(inside[0]);
  const [first = ''] = inside.map(headingText);
  if (first !== '' && folded(page).startsWith(folded(first))) return first;
  for (const place of places) {
    const found = allOf(document, place).filter(
      (element) => headingText(element) !== '' && !(isLogo(element) && element.querySelector('a') !== null),
    );
    if (found.length === 1) return headingText(found[0]);
  }
  return '';
};

/** True when the container has the only level-one heading of the page, and no lower heading is the page's title. */
const isOnlyHeading = (document: DomDocument, container: DomElement | undefined, page: string): boolean => {
  const [only, ...others] = allOf(document, 'h1').filter(
    (element) => headingText(element) !== '' && !isLogo(element),
  );
  if (only === undefined || others.length > 0 || container?.contains(only) !== true) return false;
  const lower = allOf(document, 'h2, h3').map((element) => folded(headingText(element)));
  return !lower.some((text) => text !== '' && folded(page).startsWith(text));
};

/** The name of the site above its menu, or wherever it leads to the front page. */
const isLogo = (heading: DomElement): boolean =>
  heading.tagName === 'H1' &&
  heading.closest('main, article') === null &&
  (heading.closest('header, [role="banner"]') !== null || isLinkHome(heading));

const isLinkHome = (heading: DomElement): boolean => {
  const [link, ...others] = allOf(heading, 'a[href]');
  const leadsHome = /^(?:https?:\/\/[^/]+)?\/$/.test(link?.getAttribute('href') ?? '');
  return link !== undefined && others.length === 0 && leadsHome && textOf(link) === textOf(heading);
};

export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\u200b]+/g, ' ')
    .trim();

/** Separators in titles. An underscore separates only next to a blank or a Chinese character: `postgres_fdw` is one name. */
const dividers =
  /(?<!\s)(?:\s+[|\-–—·•«»:]{1,2}\s+|\s*[|｜]\s*|\s+_\s*|\s*_\s+|\s*»\s*)|(?<=\p{sc=Han})_|_(?=\p{sc=Han})/gu;

const withoutSite = (title: string, siteName: string, page: string): string => {
  const parts = title
    .split(dividers)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 2) return title;
  const last = parts.at(-1) ?? '';
  const isSite =
    siteName !== '' ? folded(last) === folded(siteName) : page === '' || folded(page) === folded(title);
  if (!isSite) return title;
  return withoutEnd(title.slice(0, title.lastIndexOf(last)), /[\s|\-–—·•«»:｜_]/) || title;
};

const homeWords =
  /^(?:home(?: ?page)?|start(?:seite)?|welcome|overview|index|accueil|inicio|início|główna|hjem|hem|etusivu|首页|主页|ホーム|홈)$/i;

/** Name of the site in the title of its front page, without "Home" and the like. */
export const siteNameIn = (title: string): string => {
  const parts = title
    .replace(/\s\[([^[\]]+)\]$/, ' | $1')
    .split(dividers)
    .map((part) => part.trim())
    .filter(Boolean);
  const names = parts.filter((part) => !homeWords.test(part));
  return names.length === 1 && parts.length > 1 ? (names[0] ?? title) : title;
};
