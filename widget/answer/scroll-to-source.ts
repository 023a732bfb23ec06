import { isThisPage } from './links.ts';
import { sourceOf } from './mark-nodes.ts';
import { showPassage, type Passage } from './passage.ts';

/** Told on the element that led to a passage of this page: whatever hides the page makes room. */
const showPage = 'docent:show-page';

/**
 * A plain click on a mark shows the passage: on the page itself when that is its article, else among the sources below the
 * answer. With a modifier it is the link that it looks like.
 */
export function scrollToSource(event: MouseEvent): void {
  if (!isPlain(event) || !(event.target instanceof Element)) return;
  const mark = event.target.closest<HTMLAnchorElement>('.mark > a');
  if (!mark) return;
  const source = sourceOf(mark);
  if (source && isThisPage(mark.href) && revealPassage(mark, source)) return event.preventDefault();
  const reference = mark
    .closest('.answer')
    ?.querySelector<HTMLElement>(`[data-reference="${mark.dataset.source}"]`);
  if (!reference) return;
  event.preventDefault();
  reference.closest('details')?.setAttribute('open', '');
  const quotes = [...reference.querySelectorAll<HTMLElement>('[data-quote]')];
  const shown = quotes.find(({ dataset }) => dataset.quote === source?.quote) ?? reference;
  shown.scrollIntoView({ block: 'nearest' });
  (shown.closest('a') ?? reference.querySelector('a'))?.focus({ preventScroll: true });
  reference.classList.remove('found');
  requestAnimationFrame(() => reference.classList.add('found'));
}

/** A plain click on a link to this page scrolls there and highlights the passage in place. */
export function followLink(event: MouseEvent, passage: Passage): void {
  const link = event.currentTarget;
  if (!isPlain(event) || !(link instanceof HTMLAnchorElement) || !isThisPage(link.href)) return;
  if (revealPassage(link, passage)) event.preventDefault();
}

function revealPassage(link: Element, passage: Passage): boolean {
  link.dispatchEvent(new CustomEvent(showPage, { bubbles: true, composed: true }));
  return showPassage(passage);
}

const isPlain = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;
