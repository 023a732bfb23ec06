import { isThisPage } from './links.ts';
import { sourceOf } from './mark-nodes.ts';
import type { Passage } from './passage.ts';

/** Event on the element that led to a passage of this page: whatever covers the page makes room. */
const showPage = 'docent:show-page';

/**
 * Handles a plain click on a mark: shows the passage on the page itself when it is part of that article, otherwise
 * among the sources below the answer. With a modifier key the mark is an ordinary link.
 */
export function scrollToSource(event: MouseEvent): void {
  if (!isPlain(event) || !(event.target instanceof Element)) return;
  const mark = event.target.closest<HTMLAnchorElement>('.mark > a');
  if (!mark) return;
  const source = sourceOf(mark);
  if (!source || !isThisPage(mark.href)) {
    if (showReference(mark, source)) event.preventDefault();
    return;
  }
  event.preventDefault();
  void revealPassage(mark, source).then((isShown) => isShown || showReference(mark, source) || follow(mark));
}

/** Scrolls to the entry of a mark's source below the answer; false when sources are not listed. */
function showReference(mark: HTMLElement, source: Passage | undefined): boolean {
  const reference = mark
    .closest('.answer')
    ?.querySelector<HTMLElement>(`[data-reference="${mark.dataset.source}"]`);
  if (!reference) return false;
  reference.closest('details')?.setAttribute('open', '');
  const quotes = [...reference.querySelectorAll<HTMLElement>('[data-quote]')];
  const shown = quotes.find(({ dataset }) => dataset.quote === source?.quote) ?? reference;
  shown.scrollIntoView({ block: 'nearest' });
  (shown.closest('a') ?? reference.querySelector('a'))?.focus({ preventScroll: true });
  reference.classList.remove('found');
  requestAnimationFrame(() => reference.classList.add('found'));
  return true;
}

/** Handles a plain click on a link to this page: scrolls to the passage and highlights it. */
export function followLink(event: MouseEvent, passage: Passage): void {
  const link = event.currentTarget;
  if (!isPlain(event) || !(link instanceof HTMLAnchorElement) || !isThisPage(link.href)) return;
  event.preventDefault();
  void revealPassage(link, passage).then((isShown) => isShown || follow(link));
}

async function revealPassage(link: Element, passage: Passage): Promise<boolean> {
  link.dispatchEvent(new CustomEvent(showPage, { bubbles: true, composed: true }));
  try {
    const { showPassage } = await import('./passage.ts');
    return showPassage(passage);
  } catch {
    return false;
  }
}

const follow = ({ href }: HTMLAnchorElement): void => location.assign(href);

const isPlain = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;
