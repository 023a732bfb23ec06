import { isDisclosure, openedBy } from '../../../../markup/page-parts.ts';
import { allOf, lengthOf, type DomElement } from './dom.ts';

/** Elements whose only text may be the button that opens what follows. */
const captions = 'h1, h2, h3, h4, h5, h6, summary, dt';
const frames = 'nav, header, footer, dialog, form, [role="dialog"], [role="navigation"]';

/**
 * Opens accordions and tabs: their captions are buttons and their panels hidden, though both are text of the page. A
 * caption that stands alone becomes a heading.
 */
export const openDisclosures = (root: DomElement): void => {
  const panels = openedPanels(root);
  for (const button of allOf(root, 'button, [role="button"][aria-controls]')) {
    if (button.closest(frames)) continue;
    const caption = button.closest(captions);
    if (caption) {
      if (lengthOf(button) >= 0.8 * lengthOf(caption)) caption.innerHTML = button.innerHTML;
    } else if (lengthOf(button) > 0) {
      const opens = button.getAttribute('role') !== 'tab' && idsOf(button).some((id) => panels.has(id));
      // The arrow next to a caption, as in Ghost's toggles, is not a caption.
      const isNamed =
        hasName(button) || (button.hasAttribute('aria-expanded') && hasName(button.parentElement));
      if (opens || isNamed) button.replaceWith(headingOf(button));
    }
  }
  for (const panel of panels.values()) show(panel);
  for (const caption of allOf(root, 'h2, h3, h4, h5, h6, dt, button, summary, [role="button"]')) {
    const panel = panelBehind(caption);
    if (panel !== undefined) show(panel);
  }
  for (const panel of allOf(root, '[hidden], [aria-hidden="true"], [style]'))
    if (isInvisible(panel) && isPanel(panel) && !panel.closest(frames)) show(panel);
};

const show = (panel: DomElement): void => {
  panel.removeAttribute('hidden');
  panel.removeAttribute('aria-hidden');
  if (invisible.test(panel.getAttribute('style') ?? '')) panel.removeAttribute('style');
};

const invisible = /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:max-)?height\s*:\s*0/i;

/** Hidden panels that an element opens, by id. */
const openedPanels = (root: DomElement): ReadonlyMap<string, DomElement> => {
  const openers = allOf(root, '[aria-controls], [data-target], [data-bs-target]').filter(
    (opener) => !opener.closest(frames),
  );
  const opened = new Set(openers.flatMap(idsOf));
  const found = new Map<string, DomElement>();
  for (const panel of opened.size === 0 ? [] : allOf(root, '[id]')) {
    const id = panel.getAttribute('id') ?? '';
    if (opened.has(id) && !found.has(id) && isHidden(panel) && !panel.closest(frames)) found.set(id, panel);
  }
  return found;
};

const isHidden = (panel: DomElement): boolean => isInvisible(panel) || hasName(panel);

const isInvisible = (panel: DomElement): boolean =>
  panel.hasAttribute('hidden') ||
  panel.getAttribute('aria-hidden') === 'true' ||
  invisible.test(panel.getAttribute('style') ?? '');

const isBox = ({ tagName }: DomElement): boolean => /^(?:div|section|dd|p|ul|ol)$/i.test(tagName);

const idsOf = (opener: DomElement): readonly string[] => openedBy((name) => opener.getAttribute(name));

/** The captions of accordions and tabs, as text without blanks. */
export const captionsIn = (root: DomElement): string[] =>
  allOf(root, 'summary, dt, button, [aria-expanded], h2, h3, h4, h5, h6')
    .filter((element) => !element.closest(frames) && isCaption(element))
    .map((element) => withoutWhitespace(element.textContent))
    .filter((caption) => caption !== '')
    .slice(0, maxCaptions);

const isCaption = (element: DomElement): boolean => {
  if (/^(?:SUMMARY|DT)$/.test(element.tagName) || element.hasAttribute('aria-expanded')) return true;
  return element.tagName === 'BUTTON' ? hasName(element) : panelBehind(element) !== undefined;
};

/** The hidden panel directly after a caption. */
const panelBehind = (caption: DomElement): DomElement | undefined => {
  const panel = caption.nextElementSibling;
  return panel !== null && isBox(panel) && isInvisible(panel) && !panel.closest(frames) ? panel : undefined;
};

export const withoutWhitespace = (text: string): string => text.replace(/\s+/g, '');
const maxCaptions = 500;

const headingOf = (button: DomElement): DomElement => {
  const heading = button.ownerDocument.createElement('h3');
  heading.innerHTML = button.innerHTML;
  return heading;
};

const isPanel = (element: DomElement): boolean =>
  isBox(element) &&
  (element.getAttribute('hidden') === 'until-found' ||
    /^(?:tabpanel|region)$/.test(element.getAttribute('role') ?? '') ||
    hasName(element) ||
    hasName(element.parentElement));

const hasName = (element: DomElement | null): boolean => isDisclosure(element?.getAttribute('class') ?? '');
