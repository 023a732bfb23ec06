import type { Size } from '../../loader/window-size.ts';
import { createDock, type Dock } from './dock.ts';
import { holdFocus } from './hold-focus.ts';
import { addGrips } from './window-grips.ts';

/** Gives a window what visitors change its size and its place by, and what keeps its focus; `changed` is called when it is docked or floats. */
export function furnishWindow(window: HTMLElement, usual: Size, label: string, changed: () => void): Dock {
  if (window instanceof HTMLDialogElement) holdFocus(window);
  addGrips(window, usual, label);
  return createDock(window, changed);
}
