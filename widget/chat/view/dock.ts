import { readText, writeText } from '../../kit/storage.ts';

const key = 'docent-docked';
/** Where a page beside the panel would be too narrow the window floats. */
const roomy = '(min-width: 60em)';

/** A window that can stand at the side of the page from top to bottom. */
export interface Dock {
  readonly isDocked: boolean;
  /** False on screens that are too narrow for it. */
  readonly isPossible: boolean;
  toggle(): void;
}

/**
 * Docks a window when the visitor wants it, now and on later pages: the page gets narrower by its width and is as it was when the
 * window is closed or gone. `changed` is called when one of the values is another.
 */
export function createDock(window: HTMLElement, changed: () => void): Dock {
  const screen = matchMedia(roomy);
  let isWanted = readText(key, 'local') !== undefined;
  const isDocked = () => isWanted && screen.matches;

  // A closed or removed window has no width.
  const fit = () =>
    makeRoom(window.dataset.side === 'left' ? 'left' : 'right', isDocked() ? window.offsetWidth : 0);

  function apply(): void {
    window.toggleAttribute('data-docked', isDocked());
    fit();
    changed();
  }

  new ResizeObserver(fit).observe(window);
  screen.addEventListener('change', apply);
  apply();
  return {
    get isDocked() {
      return isDocked();
    },
    get isPossible() {
      return screen.matches;
    },
    toggle() {
      isWanted = !isWanted;
      writeText(key, isWanted ? '1' : undefined, 'local');
      apply();
    },
  };
}

/** Makes the page narrower at a side; themes find the width in `--docent-docked` for what they have fixed there. */
function makeRoom(side: 'left' | 'right', width: number): void {
  const { style, dataset } = document.documentElement;
  if (width === 0) {
    if (dataset.docentDocked === undefined) return;
    delete dataset.docentDocked;
    for (const name of ['max-width', 'margin-left', '--docent-docked']) style.removeProperty(name);
    return;
  }
  dataset.docentDocked = side;
  style.setProperty('--docent-docked', `${width}px`);
  style.setProperty('max-width', 'calc(100vw - var(--docent-docked))', 'important');
  style.setProperty('margin-left', side === 'left' ? 'var(--docent-docked)' : '0', 'important');
}
