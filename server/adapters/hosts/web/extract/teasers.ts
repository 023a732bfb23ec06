import { allOf, isTooShort, parsePage, textOf, type DomDocument, type DomElement } from './dom.ts';

/** Number of articles listed on the page; more than two make it a list. */
export const countTeasers = (document: DomDocument): number =>
  allOf(document, 'article, .hentry, .h-entry').filter(
    (element) =>
      !isTooShort(element.textContent) &&
      element.querySelector('article, .hentry, .h-entry') === null &&
      element.querySelector('h1 a, h2 a, h3 a, a h1, a h2, a h3') !== null &&
      !element.closest('aside, footer'),
  ).length;

/** True when the page shows an article of another page, as a blog's front page does. */
export const showsOthers = (document: DomDocument): boolean =>
  allOf(document, 'article, .hentry, .h-entry').some((element) => {
    const heading = element.querySelector('h1, h2, h3');
    const link = heading?.querySelector('a[href]') ?? heading?.closest('a[href]');
    return link !== null && link !== undefined && !link.getAttribute('href')?.startsWith('#');
  });

/** Share of the text in links; lists of articles are mostly links. */
export const linkShare = (html: string): number => {
  const { body } = parsePage(`<!doctype html><html><body>${html}</body></html>`);
  if (!body) return 0;
  const links = allOf(body, 'a').reduce((sum, link) => sum + textOf(link).length, 0);
  return links / Math.max(1, textOf(body).length);
};

const headings = 'h1, h2, h3, h4';

/**
 * True when an extracted text is a list of teasers, whatever elements they consist of: at least two headings link to
 * other pages of the site, and the text outside their sections is too short for an article.
 */
export const hasOnlyTeasers = (html: string, url: URL): boolean => {
  const { body } = parsePage(`<!doctype html><html><body>${html}</body></html>`);
  if (!body) return false;
  const found = allOf(body, headings).filter((heading) => textOf(heading) !== '');
  const teasers = found.filter((heading) => leadsElsewhere(heading, url));
  if (teasers.length < 2) return false;
  const sections = textOf(body);
  let own = '';
  let at = 0;
  let isOwn = true;
  for (const heading of found) {
    const next = sections.indexOf(textOf(heading), at);
    if (next < 0) continue;
    if (isOwn) own += sections.slice(at, next);
    at = next;
    isOwn = !teasers.includes(heading);
  }
  return isTooShort(isOwn ? own + sections.slice(at) : own);
};

/** True for a heading that is a link to another page of the site. */
const leadsElsewhere = (heading: DomElement, url: URL): boolean => {
  const link = heading.querySelector('a[href]') ?? heading.closest('a[href]');
  if (!link || textOf(link).length < textOf(heading).length) return false;
  const target = URL.parse(link.getAttribute('href') ?? '', url.href);
  return (
    target !== null &&
    target.host === url.host &&
    target.pathname + target.search !== url.pathname + url.search
  );
};
