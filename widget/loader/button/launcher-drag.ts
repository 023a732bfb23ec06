import type { Place } from './launcher-position.ts';

/** Pointer movement in CSS pixels below which a press counts as a click. */
const dragFrom = 6;

export interface DragOptions {
  readonly signal: AbortSignal;
  /** Called with the place where the button was dropped. */
  readonly land: (place: Place) => void;
  /** The press during which this was loaded. */
  readonly pressed: PointerEvent | undefined;
}

/** Makes the button draggable; it snaps to the nearer side. The click that ends a drag does not open the chat. */
export function makeDraggable(launcher: HTMLButtonElement, { signal, land, pressed }: DragOptions): void {
  let from: { x: number; y: number; id: number } | undefined;
  let isDragging = false;

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    isDragging = false;
    // A fast pointer leaves the button before it has moved far enough.
    launcher.setPointerCapture(event.pointerId);
  };
  launcher.addEventListener('pointerdown', press, { signal });
  if (pressed && launcher.matches(':active')) press(pressed);
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
    land({ side, y: innerHeight - box.bottom });
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
