import { writeText, readJson } from '../../kit/storage.ts';
import type { ShellSettings } from '../shell-settings.ts';
import { fieldsOf, wholeOf } from '../../kit/coerce.ts';

type Side = 'left' | 'right';

/** Position of the button: its edge, and its distance from the bottom in CSS pixels. */
export interface Place {
  readonly side: Side;
  readonly y: number;
}

const key = 'docent-button-place';
/** Minimum distance of the button from the edges and from other floating elements, in CSS pixels. */
const gap = 12;
/** Delay in milliseconds between a change of the page and repositioning. */
const restMs = 250;
/** The same while the page changes. */
const busyMs = 500;
/** Maximum number of stacked floating elements to avoid. */
const mostSteps = 8;

/**
 * Keeps the button accessible: visitors may drag it to another position on either side, which is stored; otherwise,
 * without a configured position, it moves up to avoid other floating controls. Returns a function that stops it.
 */
export function positionLauncher(
  launcher: HTMLButtonElement,
  settings: ShellSettings,
  loadDrag: () => Promise<Pick<typeof import('./launcher-drag.ts'), 'makeDraggable'>>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let dragged = readPlace(readJson(key, 'local'));
  let timer = 0;

  const settle = () => {
    if (launcher.hidden) return;
    if (dragged) {
      launcher.dataset.side = dragged.side;
      put(launcher, withinScreen(dragged.y, launcher));
    } else if (settings.triggerAlign === 'auto') avoidOthers(launcher);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, restMs);
  };
  settle();
  soon();
  // Banners come, go and slide when they want; a page that never rests is looked at twice a second.
  let glance: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    glance ??= setTimeout(() => {
      glance = undefined;
      settle();
    }, busyMs);
  });
  observer.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open'],
  });
  // A modal window, which hides the page from us, may be in a shadow root: what ends it is a click, a key or a call.
  for (const sign of ['transitionend', 'animationend', 'click', 'keyup', 'docent:search-close'])
    document.addEventListener(sign, soon, { signal, capture: true });
  for (const sign of ['resize', 'orientationchange', 'load'] as const)
    addEventListener(sign, soon, { signal });
  addEventListener('scroll', soon, { signal, passive: true });
  const land = (place: Place) => {
    dragged = { ...place, y: withinScreen(place.y, launcher) };
    writeText(key, JSON.stringify(dragged), 'local');
    settle();
  };
  // What moves the button comes when a pointer does.
  const prepare = async (event: PointerEvent) => {
    const { makeDraggable } = await loadDrag();
    if (!signal.aborted)
      makeDraggable(launcher, { signal, land, pressed: event.type === 'pointerdown' ? event : undefined });
  };
  const begin = new AbortController();
  for (const sign of ['pointerenter', 'pointerdown'] as const)
    launcher.addEventListener(
      sign,
      (event) => {
        begin.abort();
        prepare(event).catch(() => undefined);
      },
      { signal: begin.signal },
    );
  signal.addEventListener('abort', () => begin.abort());
  return () => {
    clearTimeout(timer);
    clearTimeout(glance);
    observer.disconnect();
    stop.abort();
  };
}

function readPlace(value: unknown): Place | undefined {
  const { side, y } = fieldsOf(value);
  if (side !== 'left' && side !== 'right') return undefined;
  return { side, y: wholeOf(y, 0, 10_000, gap) };
}

const put = (launcher: HTMLElement, y: number): void =>
  launcher.style.setProperty('--docent-y', `${Math.round(y)}px`);

const withinScreen = (y: number, { offsetHeight }: HTMLElement): number =>
  Math.max(gap, Math.min(y, innerHeight - offsetHeight - gap));

/**
 * Moves the button up from its default position until it covers no floating control. While something is modal, nothing of the page can
 * be met at a point, our button included: then it stays where it is.
 */
function avoidOthers(launcher: HTMLElement): void {
  const host = hostOnPage(launcher);
  const { left, top, width, height } = launcher.getBoundingClientRect();
  if (!document.elementsFromPoint(left + width / 2, top + height / 2).includes(host)) return;
  const usual = Number(launcher.dataset.usualY);
  put(launcher, usual);
  for (let step = 0; step < mostSteps; step++) {
    const other = floatingUnder(launcher.getBoundingClientRect(), host);
    if (!other) return;
    const y = innerHeight - other.top + gap;
    if (y > innerHeight - height - gap) return put(launcher, usual);
    put(launcher, y);
  }
}

/** What the page meets in place of the button: the outermost element with a shadow root around it. */
function hostOnPage(launcher: HTMLElement): Element {
  let host: Element = launcher;
  for (let root = host.getRootNode(); root instanceof ShadowRoot; root = host.getRootNode())
    ({ host } = root);
  return host;
}

/** The box of another floating control that overlaps or touches ours; large elements such as banners do not count. */
function floatingUnder(box: DOMRect, host: Element): DOMRect | undefined {
  for (const x of [box.left - gap / 2, box.left + box.width / 2, box.right + gap / 2]) {
    for (const y of [box.top - gap / 2, box.top + box.height / 2, box.bottom + gap / 2]) {
      for (const element of document.elementsFromPoint(x, y)) {
        const other = element === host ? undefined : floatingAncestor(element)?.getBoundingClientRect();
        if (other && other.height > 0 && other.height < innerHeight / 2) return other;
      }
    }
  }
  return undefined;
}

function floatingAncestor(element: Element): Element | undefined {
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement)
    if (getComputedStyle(one).position === 'fixed') return one;
  return undefined;
}
