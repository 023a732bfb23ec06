import { titleFromText } from '../../remote/title-from-text.ts';
import { allOf, metaOf, parsePage, textOf, type DomDocument } from './dom.ts';
import { headingText } from './spell-out/heading-text.ts';
import { folded } from './title.ts';

/**
 * True when the title is only the name of the site: the name in its metadata, or the text of a link to the front page.
 * False on the front page, where it is the title.
 */
export const isSiteName = (title: string, document: DomDocument, at: URL): boolean => {
  const homes = allOf(document, 'a[href]').filter((link) => {
    const address = URL.parse(link.getAttribute('href') ?? '', at.href);
    return address?.origin === at.origin && isFront(address);
  });
  if (isFront(at)) return false;
  return [metaOf(document, 'og:site_name', 'application-name'), ...homes.map(textOf)].some(
    (name) => folded(name) === folded(title),
  );
};

const isFront = ({ pathname }: URL): boolean => /^\/(?:index\.html?)?$/.test(pathname);

/** Maximum of letters, such as a date, before a heading that still counts as the title. */
const maxLettersAbove = 60;

/** The heading at the beginning of the text, used as title; `''` when the text begins otherwise. */
export const headingAtTop = (html: string, isUsable: (heading: string) => boolean): string => {
  const { body } = parsePage(`<!doctype html><html><body>${html}</body></html>`);
  const [first] = body === null ? [] : allOf(body, 'h1, h2, h3').filter((each) => headingText(each) !== '');
  if (body === null || first === undefined) return '';
  const heading = headingText(first);
  const above = body.textContent.indexOf(first.textContent);
  return isUsable(heading) && body.textContent.slice(0, above).replace(/\s+/g, '').length <= maxLettersAbove
    ? heading
    : '';
};

/** A title for a text without one: its first sentence, or the words of its address. */
export const titleFrom = (html: string, at: URL): string => {
  const { body } = parsePage(`<!doctype html><html><body>${html}</body></html>`);
  const [paragraph] = body === null ? [] : allOf(body, 'p, li, dd, td').map(textOf).filter(Boolean);
  return titleFromText(paragraph ?? textOf(body), at.pathname.split('/').filter(Boolean).at(-1) ?? '');
};
