import { Readability } from '@mozilla/readability';
import { articleContainers, consentNames, frameParts, textAsides } from './containers.ts';
import { isControlLine, lines } from './control-lines.ts';
import { hasChromeName, isTextSection } from './chrome-names.ts';
import { isPluginPart } from '../../../../markup/page-parts.ts';
import { captionsIn, openDisclosures, withoutWhitespace } from './disclosures.ts';
import {
  allOf,
  isHardlyText,
  isTooShort,
  lengthOf,
  parsePage,
  type DomDocument,
  type DomElement,
} from './dom.ts';
import { spellOut } from './spell-out/spell-out.ts';

/** Minimum share of an article element's text that Readability must keep to be trusted. */
const kept = 0.6;

/** The article's container element, attached to the page; `undefined` when no convention matches. */
export const findContainer = (document: DomDocument): DomElement | undefined => {
  let short: DomElement | undefined;
  for (const selector of articleContainers) {
    const found = outermost(
      allOf(document, selector).filter((element) => !element.closest('aside, footer, nav')),
    );
    const [only] = found.filter((element) => !isTooShort(element.textContent));
    if (only && found.length === 1) return only;
    if (found.length === 1 && !isHardlyText(found[0]?.textContent ?? '')) short ??= found[0];
    // Several matches are parts of one article only within one `article` element.
    if (found.length > 1) {
      const article = found[0]?.closest('article');
      if (article && found.every((element) => article.contains(element))) return article;
    }
  }
  short ??= onlyTitled(document);
  return short && isAllText(document, short) ? short : undefined;
};

/** The only `article` of a page, when it has its title and text of its own. */
const onlyTitled = (document: DomDocument): DomElement | undefined => {
  const article = onlyOne(document, 'article');
  if (!article || article.querySelector('h1') === null) return undefined;
  const text = textBelowTitle(article);
  return isTooShort(text) && !isHardlyText(text) ? article : undefined;
};

/** The text of an article without its title. */
export const textBelowTitle = (article: DomElement): string =>
  article.textContent.replace(article.querySelector('h1')?.textContent ?? '', '');

/** True when the page has hardly a word beside this short text but frames, dates, terms and comments. */
const isAllText = (document: DomDocument, container: DomElement): boolean => {
  const rest = (container.closest('article') ?? container.closest('main') ?? document.body)?.cloneNode(true);
  if (!rest) return false;
  for (const part of allOf(rest, `${frameParts.join(',')}, header, footer, aside, h1`)) part.remove();
  for (const part of allOf(rest, '[class]'))
    if (isPluginPart(part.getAttribute('class') ?? '')) part.remove();
  return lengthOf(rest) - lengthOf(container) < maxTextOutside;
};

/** Maximum length of other text beside a short article: author, date and licence. */
const maxTextOutside = 80;

/** The article's text as HTML without chrome; `''` when there is none. */
export const readContent = (html: string, container: DomElement | undefined, title: string): string => {
  if (container) return cleaned(container, title);
  const document = parsePage(html);
  const whole =
    onlyOne(document, 'main article') ??
    onlyOne(document, 'article') ??
    onlyOne(document, 'main, [role="main"]');
  const frame = whole ? cleaned(whole, title) : '';
  const found = readable(html, title);
  const isTrusted = lengthOfHtml(found) >= kept * lengthOfHtml(frame) && keepsCaptions(whole, frame, found);
  return isTrusted ? found : frame;
};

/** True when Readability has kept the captions; it removes short questions and answers as chrome. */
const keepsCaptions = (whole: DomElement | undefined, frame: string, found: string): boolean => {
  if (!whole) return true;
  const [before, after] = [withoutWhitespace(frame), withoutWhitespace(found)];
  return captionsIn(whole).every((caption) => !before.includes(caption) || after.includes(caption));
};

const onlyOne = (document: DomDocument, selector: string): DomElement | undefined => {
  const found = outermost(allOf(document, selector));
  return found.length === 1 ? found[0] : undefined;
};

/** Text found by Readability, cleaned in the same way. */
const readable = (html: string, title: string): string => {
  const document = parsePage(html);
  if (document.body) {
    removeNotices(document.body);
    spellOut(document.body);
    openDisclosures(document.body);
    removeChrome(document.body);
    keepTextAsides(document.body);
    plainInline(document.body);
  }
  const before = document.body ? lengthOf(document.body) : 0;
  for (const element of allOf(document, frameParts.join(',')))
    if (!isSafeToKeep(element) && !isTextSection(element) && !isPageForm(element, before)) element.remove();
  for (const foot of allOf(document, 'footer'))
    if (!foot.closest('main, article') && foot.querySelector('h1, main, article') === null) foot.remove();
  const parsed = new Readability(document, { charThreshold: 200, keepClasses: true }).parse();
  if (!parsed?.content) return '';
  const { body } = parsePage(`<!doctype html><html><body><div>${parsed.content}</div></body></html>`);
  if (!body) return '';
  for (const box of allOf(body, 'div')) restoreTerms(box);
  return cleaned(body, title);
};

/** Readability turns a list of terms that is the whole text into a box. */
const restoreTerms = (box: DomElement): void => {
  const parts = Array.from(box.children);
  if (parts.length === 0 || !parts.every(({ tagName }) => /^D[TD]$/.test(tagName))) return;
  const list = box.ownerDocument.createElement('dl');
  list.innerHTML = box.innerHTML;
  box.replaceWith(list);
};

/** An element with most of the page's content is not chrome, whatever its name. */
const isSafeToKeep = (element: DomElement): boolean => /^(?:html|body|main|article)$/i.test(element.tagName);

/** ASP.NET puts the whole page into one form. */
const isPageForm = (element: DomElement, whole: number): boolean =>
  element.tagName === 'FORM' &&
  lengthOf(element) >= whole / 2 &&
  element.querySelector('h1, h2, p, table') !== null;

/** Parts that are no text even when they are most of a page. */
const neverText = 'script, style, nav, noscript, template, .toctree-wrapper';

const outermost = (elements: readonly DomElement[]): DomElement[] =>
  elements.filter((element) => !elements.some((other) => other !== element && other.contains(element)));

const cleaned = (element: DomElement, title: string): string => {
  const copy = element.cloneNode(true);
  removeNotices(copy);
  spellOut(copy);
  openDisclosures(copy);
  showLateImages(copy);
  const before = lengthOf(copy);
  for (const part of allOf(copy, frameParts.join(',')))
    if (
      !isSafeToKeep(part) &&
      !isTextSection(part) &&
      (lengthOf(part) < before / 2 || part.matches(neverText))
    )
      part.remove();
  removeChrome(copy);
  for (const aside of allOf(copy, 'aside')) if (!isTextAside(aside)) aside.remove();
  for (const line of allOf(copy, lines)) if (isControlLine(line)) line.remove();
  for (const foot of allOf(copy, 'footer')) foot.remove();
  removeTitle(copy, title);
  for (const one of allOf(copy, '*')) stripAttributes(one);
  return copy.innerHTML.trim();
};

/** True for an aside without theme classes and links, which was written by the author. */
const isTextAside = (aside: DomElement): boolean =>
  textAsides.test(aside.getAttribute('class') ?? '') ||
  (!aside.hasAttribute('class') && !aside.hasAttribute('id') && aside.querySelector('a, img, ul') === null);

/**
 * Replaces elements that Readability misreads: it treats unknown elements as paragraphs, even inside a sentence, and anchor targets and
 * linked headings as navigation.
 */
const plainInline = (root: DomElement): void => {
  // Inner ones first, since replacing an element copies its content.
  for (const element of allOf(root, phrases)) {
    if (element.closest(paragraphs) && !element.matches(frameParts.join(',')))
      element.removeAttribute('class');
  }
  for (const element of allOf(root, '*').toReversed()) {
    const name = element.tagName.toLowerCase();
    const holdsBlocks = element.querySelector(blocks) !== null;
    if (!oldInline.test(name) && !(name.includes('-') && !holdsBlocks) && !isTarget(element)) continue;
    // In XHTML parsed as HTML, an empty target contains everything after it.
    const plain = root.ownerDocument.createElement(holdsBlocks ? 'div' : 'span');
    const id = element.getAttribute('id') ?? element.getAttribute('name');
    if (id !== null) plain.setAttribute('id', id);
    plain.innerHTML = element.innerHTML;
    element.replaceWith(plain);
  }
};

/** True for an anchor without a target, and for one that links to its own heading. */
const isTarget = (element: DomElement): boolean =>
  element.tagName === 'A' &&
  (!element.hasAttribute('href') ||
    (element.closest('h1, h2, h3, h4, h5, h6') !== null &&
      element.getAttribute('href')?.startsWith('#') === true));

/** Elements that mark words inside a sentence and are part of it, whatever their class, such as DocBook's `guimenu`. */
const phrases = 'span[class], b[class], strong[class], em[class], i[class], code[class], kbd[class]';
const paragraphs = 'p, li, dd, td';

const oldInline = /^(?:acronym|bdi|big|nobr|tt|u)$/;
const blocks =
  'address, article, aside, blockquote, details, div, dl, figure, h1, h2, h3, h4, h5, h6, hr, img, li, ol, p, pre, section, table, ul, video';

/** Readability drops every aside. */
const keepTextAsides = (root: DomElement): void => {
  for (const aside of allOf(root, 'aside')) {
    if (!isTextAside(aside)) continue;
    const box = root.ownerDocument.createElement('div');
    box.innerHTML = aside.innerHTML;
    aside.replaceWith(box);
  }
};

/** Removes cookie notices of any length, but not elements that hold the page. */
const removeNotices = (root: DomElement): void => {
  for (const element of allOf(root, 'div, section, aside, form, footer, dialog')) {
    const names = ['id', 'class'].map((name) => (element.getAttribute(name) ?? '').slice(0, 300));
    if (names.some((name) => consentNames.test(name)) && element.querySelector('h1, main, article') === null)
      element.remove();
  }
};

/** Removes related posts, shares and the like, unless they are most of the page. */
const removeChrome = (root: DomElement): void => {
  const whole = lengthOf(root);
  for (const part of allOf(root, '[class]'))
    if (hasChromeName(part) && lengthOf(part) < whole / 2) part.remove();
};

/** Replaces placeholders of lazy images by the images. */
const showLateImages = (root: DomElement): void => {
  for (const image of allOf(root, 'img')) {
    const shown = image.getAttribute('src') ?? '';
    if (shown !== '' && !shown.startsWith('data:')) continue;
    const late = lateSources.map((name) => image.getAttribute(name) ?? '').find((source) => source !== '');
    if (late !== undefined) image.setAttribute('src', late);
    else image.removeAttribute('src');
  }
};

const lateSources = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-actualsrc'];

/** Removes the title, since it is shown above the text, with the author and date line around it. */
const removeTitle = (root: DomElement, title: string): void => {
  const plain = (text: string) => text.toLowerCase().replace(/[\s#¶\u200b]+/g, '');
  for (const heading of allOf(root, 'h1, h2').slice(0, 3)) {
    if (plain(heading.textContent) !== plain(title) || plain(title) === '') continue;
    const header = heading.closest('header, hgroup');
    (header && root.contains(header) && lengthOf(header) < lengthOf(root) / 3 ? header : heading).remove();
    return;
  }
  // Some generators put the title into a box.
  const [first] = allOf(root, 'h1, h2, h3, p, div, ul, ol, table, pre, blockquote').filter(
    (element) =>
      plain(element.textContent) !== '' &&
      element.querySelector('h1, h2, h3, p, div, ul, ol, table') === null,
  );
  if (first && plain(first.textContent) === plain(title)) first.remove();
};

const keptAttributes =
  /^(?:id|name|href|src|alt|colspan|rowspan|start|value|type|reversed|lang|dir|cite|open)$/;

const stripAttributes = (element: DomElement): void => {
  for (const { name } of Array.from(element.attributes)) {
    if (keptAttributes.test(name)) continue;
    const language =
      name === 'class'
        ? /\blang(?:uage)?-[\w+#.-]{1,30}/.exec(element.getAttribute('class') ?? '')?.[0]
        : undefined;
    if (language === undefined) element.removeAttribute(name);
    else element.setAttribute('class', language);
  }
};

const lengthOfHtml = (html: string): number => {
  if (html === '') return 0;
  const { body } = parsePage(`<!doctype html><html><body>${html}</body></html>`);
  return body ? lengthOf(body) : 0;
};
