import { isPermalinkSign, withoutPermalinkSign } from '../../../../../markup/permalink-sign.ts';
import { allOf, textOf, type DomElement } from '../dom.ts';

/** Classes of the links that generators put into headings. */
export const headingLinks: readonly string[] = [
  '.headerlink',
  '.header-anchor',
  '.hash-link',
  '.anchorjs-link',
  '.heading-anchor',
  '.anchor-link',
  '.direct-link',
];

/** Text of a heading without its permalink, `''` without a heading. */
export const headingText = (heading: DomElement | null | undefined): string => {
  if (!heading) return '';
  const copy = heading.cloneNode(true);
  removePermalinks(copy);
  return withoutPermalinkSign(textOf(copy)).replace(/\u200B/g, '');
};

/** Removes permalinks from a heading; a permalink around the whole heading is unwrapped. */
export const removePermalinks = (heading: DomElement): void => {
  for (const link of allOf(heading, `a, ${headingLinks.join(',')}`)) {
    if (isPermalink(link)) link.remove();
    else if (link.matches(headingLinks.join(','))) {
      if (textOf(link) === textOf(heading)) link.removeAttribute('class');
      else link.remove();
    }
  }
};

const isPermalink = (link: DomElement): boolean =>
  link.getAttribute('href')?.includes('#') === true &&
  isPermalinkSign(link.textContent) &&
  link.querySelector('img[alt]:not([alt=""])') === null;
