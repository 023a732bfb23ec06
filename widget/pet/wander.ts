import type { Figure } from './figure.ts';

/** Pauses between walks and at their far end in milliseconds, speed in CSS pixels a second, and how far in CSS pixels. */
const pace = { rest: 9000, moreRest: 14_000, stay: 2500, speed: 42, least: 40, most: 130 };

/**
 * Lets the pet walk a few steps along its edge and back, now and then. It stands still when somebody reaches for it, while
 * the chat is open, when nobody sees it, on narrow screens, and for visitors who want less motion. Returns the way to stop.
 */
export function wander(button: HTMLElement, figure: Figure): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  // There it would walk over what is being read.
  const narrow = matchMedia('(max-width: 35em)');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let away = 0;

  const later = (task: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(task, ms);
  };

  function walkTo(place: number, then: () => void): void {
    const ms = (Math.abs(place - away) / pace.speed) * 1000;
    figure.element.dataset.faces = place > away ? 'right' : 'left';
    figure.element.dataset.walks = '';
    button.style.setProperty('--walk-ms', `${Math.round(ms)}ms`);
    button.style.setProperty('--walk', `${Math.round(place)}px`);
    away = place;
    later(() => {
      delete figure.element.dataset.walks;
      then();
    }, ms);
  }

  function setOut(): void {
    if (!isFree()) return rest();
    const inwards = button.dataset.side === 'left' ? 1 : -1;
    const room = Math.min(pace.most, innerWidth / 2 - button.offsetWidth);
    if (room < pace.least) return rest();
    walkTo(inwards * (pace.least + Math.random() * (room - pace.least)), () => later(goHome, pace.stay));
  }

  function goHome(): void {
    walkTo(0, rest);
  }

  const rest = () => later(setOut, pace.rest + Math.random() * pace.moreRest);

  const isFree = () =>
    figure.mood() === 'idle' &&
    !calm.matches &&
    !narrow.matches &&
    !document.hidden &&
    !('beside' in button.dataset) &&
    !('dragged' in button.dataset) &&
    !button.matches(':hover, :focus');

  /** Stands still where it is: what moves is hard to meet. */
  function halt(): void {
    if (away === 0 && !('walks' in figure.element.dataset)) return;
    delete figure.element.dataset.walks;
    const now = new DOMMatrixReadOnly(getComputedStyle(button).transform).e;
    away = Math.round(now);
    button.style.setProperty('--walk-ms', '0ms');
    button.style.setProperty('--walk', `${away}px`);
    later(goHome, pace.stay);
  }

  function settle(): void {
    clearTimeout(timer);
    away = 0;
    delete figure.element.dataset.walks;
    button.style.setProperty('--walk-ms', '0ms');
    button.style.setProperty('--walk', '0px');
    if (!document.hidden) rest();
  }

  button.addEventListener('pointerenter', halt, { signal });
  button.addEventListener('pointerup', settle, { signal });
  document.addEventListener('docent:open', settle, { signal });
  document.addEventListener('visibilitychange', settle, { signal });
  calm.addEventListener('change', settle, { signal });
  rest();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
