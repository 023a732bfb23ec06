import { writeText, readJson } from '../kit/storage.ts';
import type { Settings } from './settings.ts';
import { fieldsOf, wholeOf } from '../kit/coerce.ts';

type Side = 'left' | 'right';

/** Position of the button: its edge, and its distance from the bottom in CSS pixels. */
interface Place {
  readonly side: Side;
  readonly y: number;
}

const key = 'docent-button-place';
/** Minimum distance of the button from the edges and from other floating elements, in CSS pixels. */
const gap = 12;
/** Pointer movement in CSS pixels below which a press counts as a click. */
const dragFrom = 6;
/** Delay in milliseconds between a change of the page and repositioning. */
const restMs = 250;
/** Maximum number of stacked floating elements to avoid. */
const mostSteps = 8;

/**
 * Keeps the button accessible: visitors may drag it to another position on either side, which is stored; otherwise,
 * without a configured position, it moves up to avoid other floating controls. Returns a function that stops it.
 */
export function positionLauncher(launcher: HTMLButtonElement, settings: Settings): () => void {
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
  for (const sign of ['resize', 'orientationchange', 'load'] as const)
    addEventListener(sign, soon, { signal });
  addEventListener('scroll', soon, { signal, passive: true });
  makeDraggable(launcher, signal, (place) => {
    dragged = place;
    writeText(key, JSON.stringify(place), 'local');
    settle();
  });
  return () => {
    clearTimeout(timer);
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

/** Makes the button draggable; it snaps to the nearer side. The click that ends a drag does not open the chat. */
function makeDraggable(launcher: HTMLButtonElement, signal: AbortSignal, land: (place: Place) => void): void {
  let from: { x: number; y: number; id: number } | undefined;
  let isDragging = false;

  launcher.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      isDragging = false;
      // A fast pointer leaves the button before it has moved far enough.
      launcher.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  launcher.addEventListener(
    'pointermove',
    ({ clientX, clientY, pointerId }) => {
      if (from?.id !== pointerId) return;
      if (!isDragging && Math.hypot(clientX - from.x, clientY - from.y) < dragFrom) return;
      isDragging = true;
      launcher.dataset.dragged = '';
      launcher.style.setProperty('translate', `${clientX - from.x}px ${clientY - from.y}px`);
    },
    { signal },
  );
  const drop = () => {
    from = undefined;
    if (!isDragging) return;
    const box = launcher.getBoundingClientRect();
    launcher.style.removeProperty('translate');
    delete launcher.dataset.dragged;
    const side = box.left + box.width / 2 < innerWidth / 2 ? 'left' : 'right';
    land({ side, y: withinScreen(innerHeight - box.bottom, launcher) });
  };
  launcher.addEventListener('pointerup', drop, { signal });
  launcher.addEventListener('pointercancel', drop, { signal });
  launcher.addEventListener(
    'click',
    (event) => {
      if (isDragging) event.stopImmediatePropagation();
      isDragging = false;
    },
    { signal, capture: true },
  );
}
