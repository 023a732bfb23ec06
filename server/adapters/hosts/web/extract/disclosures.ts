import { isDisclosure } from '../../../../markup/page-parts.ts';
import { allOf, lengthOf, type DomElement } from './dom.ts';

/** Elements whose only text may be the button that opens what follows. */
const captions = 'h1, h2, h3, h4, h5, h6, summary, dt';
const frames = 'nav, header, footer, dialog, form, [role="dialog"], [role="navigation"]';

/**
 * Opens accordions and tabs: their captions are buttons and their panels hidden, though both are text of the page. A
 * caption that stands alone becomes a heading.
 */
export const openDisclosures = (root: DomElement): void => {
  for (const button of allOf(root, 'button, [role="button"][aria-controls]')) {
    if (button.closest(frames)) continue;
    const caption = button.closest(captions);
    if (caption) {
      if (lengthOf(button) >= 0.8 * lengthOf(caption)) caption.innerHTML = button.innerHTML;
    } else if (button.getAttribute('aria-expanded') !== null || hasName(button)) {
      const panels = panelsOf(button, root);
      // The arrow beside a caption, as in Ghost's toggles, is none itself.
      const isNamed = panels.length > 0 || hasName(button) || hasName(button.parentElement);
      if (isNamed && lengthOf(button) > 0) button.replaceWith(headingOf(button));
      for (const panel of panels) panel.setAttribute('hidden', 'until-found');
    }
  }
  for (const panel of allOf(root, '[hidden], [aria-hidden="true"]')) {
    if (!isPanel(panel) || panel.closest(frames)) continue;
    panel.removeAttribute('hidden');
    panel.removeAttribute('aria-hidden');
  }
};

/** The elements that a button opens. */
const panelsOf = (button: DomElement, root: DomElement): DomElement[] => {
  const ids = new Set((button.getAttribute('aria-controls') ?? '').split(/\s+/).filter(Boolean));
  return ids.size === 0
    ? []
    : allOf(root, '[id][hidden]').filter(
        (element) => ids.has(element.getAttribute('id') ?? '') && !element.closest(frames),
      );
};

/** The captions of accordions and tabs, as text without blanks. */
export const captionsIn = (root: DomElement): string[] =>
  allOf(root, 'summary, dt, button, [aria-expanded]')
    .filter((element) => !element.closest(frames) && (element.tagName !== 'BUTTON' || isCaption(element)))
    .map((element) => withoutBlanks(element.textContent))
    .filter((caption) => caption !== '')
    .slice(0, mostCaptions);

const isCaption = (button: DomElement) => button.hasAttribute('aria-expanded') || hasName(button);

export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
const mostCaptions = 500;

const headingOf = (button: DomElement): DomElement => {
  const heading = button.ownerDocument.createElement('h3');
  heading.innerHTML = button.innerHTML;
  return heading;
};

const isPanel = (element: DomElement): boolean =>
  /^(?:div|section|dd|p|ul|ol)$/i.test(element.tagName) &&
  (element.getAttribute('hidden') === 'until-found' ||
    /^(?:tabpanel|region)$/.test(element.getAttribute('role') ?? '') ||
    hasName(element) ||
    hasName(element.parentElement));

const hasName = (element: DomElement | null): boolean => isDisclosure(element?.getAttribute('class') ?? '');
