import type { Citation } from '../../contract/articles/articles.ts';
import { citedTitle } from '../../contract/articles/cited-title.ts';

/** Time in milliseconds that the card stays after the pointer left its mark, so that it can be reached. */
const graceMs = 180;
/** Distance of the card from the edges, in CSS pixels. */
const gap = 10;
const id = 'source-preview';

/**
 * Shows the source of a citation mark on a card beside it while the pointer or the focus is there: `sourceOf` names it.
 * `frame` is the panel's root; its host is what the card is placed in. Escape puts the card away. `first` is a mark where the
 * pointer or the focus is already.
 */
export function previewMarks(
  frame: ShadowRoot,
  sourceOf: (mark: Element) => Citation | undefined,
  first: Element | null,
): void {
  const card = document.createElement('div');
  card.className = 'preview';
  card.id = id;
  card.setAttribute('role', 'tooltip');
  card.hidden = true;
  frame.append(card);
  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    shown?.removeAttribute('aria-describedby');
    shown = undefined;
    card.hidden = true;
  };
  const show = (mark: Element) => {
    clearTimeout(timer);
    if (mark === shown) return;
    hide();
    const source = sourceOf(mark);
    if (!source?.quote) return;
    shown = mark;
    card.replaceChildren(line('strong', citedTitle(source)), line('q', source.quote));
    card.hidden = false;
    mark.setAttribute('aria-describedby', id);
    place(card, mark, frame.host);
  };
  /** The focus scrolls to its mark, and the card goes along; with a pointer the mark is gone from under it. */
  const follow = () => {
    if (shown?.matches(':focus-visible')) place(card, shown, frame.host);
    else hide();
  };
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, graceMs);
  };
  const markAt = ({ target }: Event) =>
    target instanceof Element ? (target.closest('[data-source]') ?? undefined) : undefined;

  frame.addEventListener('pointerover', (event) => {
    if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return;
    const mark = markAt(event);
    if (mark) show(mark);
    else if (event.target instanceof Node && card.contains(event.target)) clearTimeout(timer);
    else if (shown) leave();
  });
  frame.host.addEventListener('pointerleave', leave);
  frame.addEventListener('focusin', (event) => {
    const mark = markAt(event);
    if (mark?.matches(':focus-visible')) show(mark);
    else hide();
  });
  frame.addEventListener('focusout', hide);
  frame.addEventListener('scroll', () => follow(), { capture: true, passive: true });
  frame.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || !shown) return;
    // Escape closes the card first, then the window.
    event.preventDefault();
    event.stopPropagation();
    hide();
  });
  // The block with the mark may be rendered again.
  frame.addEventListener('click', hide);
  if (first) show(first);
}

function line(name: 'strong' | 'q', words: string): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
  element.textContent = words;
  return element;
}

/** Above the mark if there is room, otherwise below; never beyond the panel. */
function place(card: HTMLElement, mark: Element, host: Element): void {
  const at = mark.getBoundingClientRect();
  const room = host.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.min(
    Math.max(at.left - room.left + at.width / 2 - width / 2, gap),
    Math.max(gap, room.width - width - gap),
  );
  const above = at.top - room.top - height - gap / 2;
  card.style.setProperty('left', `${left}px`);
  const below = Math.min(at.bottom - room.top + gap / 2, room.height - height - gap);
  card.style.setProperty('top', `${above > gap ? above : Math.max(gap, below)}px`);
}
