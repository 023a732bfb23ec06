import { keepSize, keptSize, takeSize, type Size } from '../../loader/window-size.ts';
import { textScaleAt } from '../../appearance/text-size.ts';
import gripsCss from './window-grips.css?inline';
import { bringStyles } from '../../ui/bring-styles.ts';

/** Step of an arrow key, in CSS pixels. */
const stride = 32;

/**
 * Lets visitors resize a window anchored at the bottom, left or right by its `data-side`, by its free edges and
 * corner. The corner also takes arrow keys. The size is stored; a double click or Home restores `usual`.
 */
export function addGrips(window: HTMLElement, usual: Size, label: string): void {
  if (window.querySelector('.grip')) return;
  let size = keptSize(usual);
  const take = (next: Size) => (size = takeSize(window, next));
  const remember = () => keepSize(size);
  const reset = () => {
    take(usual);
    keepSize(undefined);
  };
  // Dragging away from the anchored edge makes the window wider.
  const outward = () => (window.dataset.side === 'left' ? 1 : -1);

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
  const corner = document.createElement('button');
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
  window.append(
    grip('edge', document.createElement('div')),
    grip('top', document.createElement('div')),
    grip('corner', corner),
  );
  bringStyles(window, gripsCss);
}
