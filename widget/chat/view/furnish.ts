import type { Size } from '../../loader/window-size.ts';
import { createDock, type Dock } from './dock.ts';
import { addGrips } from './window-grips.ts';

/** Gives a window what visitors change its size and its place by; `changed` is called when it is docked or floats. */
export function furnishWindow(window: HTMLElement, usual: Size, label: string, changed: () => void): Dock {
  addGrips(window, usual, label);
  return createDock(window, changed);
}
