import { classNames, isPluginPart } from '../../../../markup/page-parts.ts';
import type { DomElement } from './dom.ts';

const box =
  '(?:area|bar|block|box|buttons?|card|container|form|icons?|info|inner|links?|list|media|panel|row|section|tools|widget|wrap|wrapper)';
/** Final parts of class names of page chrome. */
const ends: readonly string[] = [
  `recommend(?:ed|ations?)?[-_]+(?:posts?|articles?|reading|stories|${box})`,
  `(?:share|sharing|social)(?:[-_]+${box})+`,
  `author[-_]+(?:about|bio|description|profile|${box})`,
  'copyright(?:[-_]+(?:info|notice|text|statement|box|tip|wrap))?',
  `(?:newsletter|subscribe|subscriptions?)[-_]+(?:signup|cta|${box})`,
];
/** Matches a part at the beginning of a name or after a separator. */
const chromeName = new RegExp(
  `(?<![^-_])(?:related(?![^-_])|(?:${ends.join('|')})$)|` +
    '^(?:post|article|entry)[-_]+(?:nav|navigation|pagination|pager|prev[-_]?next|next[-_]?prev)$',
  'i',
);
const plainName = /^[\w-]{1,80}$/;
const boxes = /^(?:div|section|aside|ul|ol|p|footer)$/i;

/** True for an element whose class names page chrome: related posts, shares, author boxes and the like. */
export const hasChromeName = (element: DomElement): boolean => {
  const given = element.getAttribute('class') ?? '';
  return (
    boxes.test(element.tagName) &&
    (isPluginPart(given) || classNames(given).some((name) => plainName.test(name) && chromeName.test(name)))
  );
};

/** True for a heading or section of a text whose id looks like page chrome, such as the section "Comments" of a manual. */
export const isTextSection = (element: DomElement): boolean => {
  if (/^h[1-6]$/i.test(element.tagName)) return element.matches('#comments, #toc');
  return (
    element.matches('#comments') &&
    /^(?:section)?(?: ?level\d)?$/.test(element.getAttribute('class') ?? '') &&
    element.querySelector('h1, h2, h3, h4, h5, h6') !== null &&
    element.querySelector('form, textarea, ol, article, [class*="comment"]') === null
  );
};
