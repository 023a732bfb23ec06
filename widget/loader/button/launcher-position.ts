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
    if (dragged) put(launcher, { ...dragged, y: withinScreen(dragged.y, launcher) });
    else if (settings.triggerAlign === 'auto') avoidOthers(launcher);
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
  for (const sign of ['transitionend', 'animationend'] as const)
    document.addEventListener(sign, soon, { signal });
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

function put(launcher: HTMLElement, { side, y }: Place): void {
  launcher.dataset.side = side;
  launcher.style.setProperty('--docent-y', `${Math.round(y)}px`);
}

const withinScreen = (y: number, { offsetHeight }: HTMLElement): number =>
  Math.max(gap, Math.min(y, innerHeight - offsetHeight - gap));

/** Moves the button up from its default position until it covers no floating control. */
function avoidOthers(launcher: HTMLElement): void {
  const usual = Number(launcher.dataset.usualY);
  launcher.style.setProperty('--docent-y', `${usual}px`);
  for (let step = 0; step < mostSteps; step++) {
    const box = launcher.getBoundingClientRect();
    const other = floatingUnder(box, launcher);
    if (!other) return;
    const y = innerHeight - other.top + gap;
    if (y > innerHeight - box.height - gap) {
      launcher.style.setProperty('--docent-y', `${usual}px`);
      return;
    }
    launcher.style.setProperty('--docent-y', `${Math.round(y)}px`);
  }
}

/** The box of another floating control that overlaps or touches ours; large elements such as banners do not count. */
function floatingUnder(box: DOMRect, launcher: HTMLElement): DOMRect | undefined {
  const root = launcher.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : launcher;
  const xs = [box.left - gap / 2, box.left + box.width / 2, box.right + gap / 2];
  const ys = [box.top - gap / 2, box.top + box.height / 2, box.bottom + gap / 2];
  for (const x of xs) {
    for (const y of ys) {
      for (const element of document.elementsFromPoint(x, y)) {
        const floating = element === host ? undefined : floatingAncestor(element);
        const other = floating?.getBoundingClientRect();
        if (other && other.height > 0 && other.height < innerHeight / 2) return other;
      }
    }
  }
  return undefined;
}

function floatingAncestor(element: Element | null): Element | undefined {
  for (let one = element; one && one !== document.body; one = one.parentElement)
    if (getComputedStyle(one).position === 'fixed') return one;
  return undefined;
}
