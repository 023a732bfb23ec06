import { articleBody } from './article-body.ts';
import { matchHeading, type Heading } from './match-heading.ts';
import type { MapNode } from './outline.ts';

interface PageHeading extends Heading {
  readonly element: Element;
}

/** Duration of the highlight of a heading, in milliseconds. */
const flashMs = 1800;
const flashId = 'docent-mind-map';
/** Room above it, in CSS pixels. */
const air = 16;

/**
 * Scrolls to the place on the page for a node: its heading, otherwise that of its nearest ancestor, otherwise the
 * beginning of the article. `path` leads from the root to the node.
 */
export function jumpTo(path: readonly MapNode[], isCalm: boolean): void {
  const headings = headingsOnPage();
  const element =
    path
      .toReversed()
      .map((node) => elementOf(node, headings))
      .find((each) => each !== undefined) ?? articleBody();
  if (!element) return;
  show(element, isCalm);
  flash(element, isCalm);
  takeFocus(element);
}

function elementOf(node: MapNode, headings: readonly PageHeading[]): Element | undefined {
  const exact = node.anchor === '' ? null : document.getElementById(node.anchor);
  return exact ?? matchHeading(node, headings)?.element;
}

function headingsOnPage(): PageHeading[] {
  const body = articleBody();
  const all = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const inside = all.filter((each) => !body || each.localName === 'h1' || body.contains(each));
  return inside.map((element) => ({ id: element.id, text: element.textContent.trim(), element }));
}

/** Scrolls to an element, below fixed bars unless the page sets a scroll padding. */
function show(element: Element, isCalm: boolean): void {
  if (!(element instanceof HTMLElement)) return element.scrollIntoView();
  const isProvided = getComputedStyle(element).scrollMarginTop !== '0px';
  const own = element.style.scrollMarginTop;
  if (!isProvided) element.style.scrollMarginTop = `${headroom() + air}px`;
  element.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
  if (!isProvided) setTimeout(() => (element.style.scrollMarginTop = own), flashMs);
}

/** Height of fixed bars at the top of the page, in CSS pixels. */
function headroom(): number {
  for (let each = document.elementFromPoint(innerWidth / 2, 4); each; each = each.parentElement) {
    if (!['fixed', 'sticky'].includes(getComputedStyle(each).position)) continue;
    const { bottom, height } = each.getBoundingClientRect();
    return height < innerHeight / 3 ? Math.max(0, bottom) : 0;
  }
  return 0;
}

/** Highlights an element for a moment, without changing styles of the page. */
function flash(element: Element, isCalm: boolean): void {
  const mark = { backgroundColor: 'rgb(255 196 0 / 38%)', boxShadow: '0 0 0 6px rgb(255 196 0 / 38%)' };
  const plain = { backgroundColor: 'rgb(255 196 0 / 0%)', boxShadow: '0 0 0 6px rgb(255 196 0 / 0%)' };
  const frames = isCalm ? [mark, mark] : [mark, { ...mark, offset: 0.4 }, plain];
  for (const each of element.getAnimations()) if (each.id === flashId) each.cancel();
  element.animate(frames, { id: flashId, duration: flashMs });
}

/** Keyboard navigation continues from here. */
function takeFocus(element: Element): void {
  if (!(element instanceof HTMLElement) || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}
