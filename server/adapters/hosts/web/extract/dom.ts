import { parseHTML } from 'linkedom';
import { explained } from '../../../../kit/explained.ts';
import { invalid } from '../../../../kit/fault.ts';
import { readHtml } from '../../../../markup/html-events.ts';

/** Subset of the DOM used for extraction. */
export interface DomElement {
  readonly tagName: string;
  readonly textContent: string;
  innerHTML: string;
  readonly children: ArrayLike<DomElement>;
  readonly parentElement: DomElement | null;
  readonly nextElementSibling: DomElement | null;
  readonly ownerDocument: { createElement(name: string): DomElement };
  readonly attributes: Iterable<{ readonly name: string }>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  contains(other: DomElement): boolean;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
  cloneNode(deep: boolean): DomElement;
  remove(): void;
  replaceWith(other: DomElement): void;
}

export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
}

const maxElements = 80_000;
const deepest = 400;

/** Parses a page. Throws `invalid` for a page beyond the bounds, before it is parsed. */
export const parsePage = (source: string): DomDocument => {
  const html = openShadowRoots(source);
  refuseMonster(html);
  // html and body may be omitted in HTML, but the parser does not add them.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { document: DomDocument };
  if (capitalNames.test(whole)) for (const element of allOf(document, '*')) lowerNames(element);
  return document;
};

/** Inserts declarative shadow roots in place; other templates stay hidden. */
const openShadowRoots = (html: string): string => {
  if (!/<template[^<>]{0,300}\sshadowroot/i.test(html)) return html;
  const shown: boolean[] = [];
  return html.replace(/<(\/?)template\b([^<>]{0,1000})>/gi, (whole, slash: string, attributes: string) => {
    if (slash === '') shown.push(/\sshadowroot(?:mode)?\s*=/i.test(attributes));
    const isShown = slash === '' ? shown.at(-1) : shown.pop();
    return isShown === true ? `<${slash}div>` : whole;
  });
};

/** Upper-case attributes of old pages: `<A HREF="/a">`. The parser keeps the capitals, so selectors would not match them. */
const capitalNames = /\s[A-Z][A-Z-]+\s?=/;

const lowerNames = (element: DomElement): void => {
  for (const { name } of Array.from(element.attributes)) {
    if (!/^[A-Z-]+$/.test(name)) continue;
    const [lower, value] = [name.toLowerCase(), element.getAttribute(name) ?? ''];
    element.removeAttribute(name);
    if (!element.hasAttribute(lower)) element.setAttribute(lower, value);
  }
};

/** Elements without an end tag, or with an optional one; they do not nest. */
const flat =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|source|td|th|tr|track|wbr)$/;

const refuseMonster = (html: string): void => {
  let elements = 0;
  let depth = 0;
  let most = 0;
  readHtml(html, {
    open(name) {
      elements++;
      if (!flat.test(name)) most = Math.max(most, ++depth);
    },
    close(name) {
      if (!flat.test(name)) depth = Math.max(0, depth - 1);
    },
    text: () => undefined,
  });
  if (elements > maxElements) throw invalid(explained('page_large', { count: maxElements }));
  if (most > deepest) throw invalid(explained('page_deep', { count: deepest }));
};

export const allOf = (root: DomElement | DomDocument, selector: string): DomElement[] =>
  Array.from(root.querySelectorAll(selector));

/** Text with blanks collapsed. */
export const textOf = (element: DomElement | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Number of visible characters without blanks. */
export const lengthOf = (element: DomElement): number => element.textContent.replace(/\s+/g, '').length;

/** Minimum length of an article in visible characters; an ideograph says as much as two letters. */
const shortestText = 60;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** True for texts too short for an article: chrome, teasers or messages. */
export const isTooShort = (text: string, shortest = shortestText): boolean => {
  const visible = text.replace(/[\s\p{Cc}]+/gu, '');
  if (visible.length >= shortest) return false;
  return visible.length + (visible.match(ideograph)?.length ?? 0) < shortest;
};

/** True for texts too short even for an article whose page has nothing else to read. */
export const isHardlyText = (text: string): boolean => isTooShort(text, 20);

const metasOf = (document: DomDocument, name: string): string[] =>
  allOf(
    document,
    `meta[name="${name}" i][content],meta[property="${name}" i][content],meta[itemprop="${name}" i][content]`,
  ).map((meta) => meta.getAttribute('content')?.trim() ?? '');

/** Contents of every `meta` with that name, since plugins add a `robots` of their own to that of the platform. */
export const everyMetaOf = (document: DomDocument, ...names: readonly string[]): string =>
  names.flatMap((name) => metasOf(document, name)).join(',');

/** Content of the first `meta` with that name or property; `''` when there is none. */
export const metaOf = (document: DomDocument, ...names: readonly string[]): string => {
  for (const name of names) {
    const [content = ''] = metasOf(document, name);
    if (content !== '') return content;
  }
  return '';
};
