import { writeText, readJson } from '../kit/storage.ts';
import { fieldsOf, wholeOf } from '../kit/coerce.ts';
import { textScaleAt } from '../appearance/text-size.ts';

/** CSS pixels at the usual text size. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const key = 'docent-window-size';
const smallest: Size = { width: 320, height: 420 };
/** Step of an arrow key, in CSS pixels. */
const stride = 32;

/** A size between the minimum and the maximum that fits on the screen with margins. */
export const fitting = ({ width, height }: Size, screen: Size): Size => ({
  width: Math.round(Math.max(smallest.width, Math.min(width, screen.width - 40))),
  height: Math.round(Math.max(smallest.height, Math.min(height, screen.height - 40))),
});

/**
 * Lets visitors resize a window anchored at the bottom, left or right by its `data-side`, by its free edges and
 * corner. The corner also takes arrow keys. The size is stored; a double click or Home restores `usual`.
 */
export function makeResizable(window: HTMLElement, usual: Size, label: string): HTMLElement[] {
  let size = usual;
  const take = (next: Size) => {
    const scale = textScaleAt(window);
    size = fitting(next, { width: innerWidth / scale, height: innerHeight / scale });
    window.style.setProperty('--docent-width', String(size.width));
    window.style.setProperty('--docent-height', String(size.height));
  };
  const remember = () => writeText(key, JSON.stringify(size), 'local');
  const reset = () => {
    take(usual);
    writeText(key, undefined, 'local');
  };
  // Dragging away from the anchored edge makes the window wider.
  const outward = () => (window.dataset.side === 'left' ? 1 : -1);

  const given = fieldsOf(readJson(key, 'local'));
  take({
    width: wholeOf(given.width, smallest.width, 4000, usual.width),
    height: wholeOf(given.height, smallest.height, 4000, usual.height),
  });

  const grip = (name: 'edge' | 'top' | 'corner', element: HTMLElement) => {
    element.className = `grip ${name}`;
    element.addEventListener('dblclick', reset);
    element.addEventListener('pointerdown', (down) => {
      if (down.button !== 0) return;
      down.preventDefault();
      element.setPointerCapture(down.pointerId);
      const scale = textScaleAt(window);
      const { width, height } = { width: window.offsetWidth / scale, height: window.offsetHeight / scale };
      const pull = ({ clientX, clientY }: PointerEvent) =>
        take({
          width: name === 'top' ? width : width + ((clientX - down.clientX) / scale) * outward(),
          height: name === 'edge' ? height : height + (down.clientY - clientY) / scale,
        });
      element.addEventListener('pointermove', pull);
      element.addEventListener(
        'lostpointercapture',
        () => {
          element.removeEventListener('pointermove', pull);
          remember();
        },
        { once: true },
      );
    });
    return element;
  };
  const corner = grip('corner', document.createElement('button'));
  corner.setAttribute('type', 'button');
  corner.setAttribute('aria-label', label);
  corner.addEventListener('keydown', (event) => {
    const { width, height } = size;
    const wider = stride * outward();
    const next: Readonly<Record<string, Size>> = {
      ArrowUp: { width, height: height + stride },
      ArrowDown: { width, height: height - stride },
      ArrowLeft: { width: width - wider, height },
      ArrowRight: { width: width + wider, height },
      Home: usual,
    };
    const chosen = next[event.key];
    if (!chosen) return;
    event.preventDefault();
    if (event.key === 'Home') return reset();
    take(chosen);
    remember();
  });
  return [grip('edge', document.createElement('div')), grip('top', document.createElement('div')), corner];
}
