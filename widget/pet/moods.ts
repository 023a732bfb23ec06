import type { Figure } from './figure.ts';
import { feelingAfter, moodEvents } from './mood-after.ts';

/** Durations of closed and open eyes, in milliseconds. */
const blink = { closed: 150, least: 2400, more: 4200 };

/** Lets the pet react to events of the chat, and blink in between while it is visible. Returns a function that stops it. */
export function followMoods(figure: Figure): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let moodTimer: ReturnType<typeof setTimeout> | undefined;
  let blinkTimer: ReturnType<typeof setTimeout> | undefined;

  function hear(event: Event): void {
    const feeling = feelingAfter(event.type, event instanceof CustomEvent ? event.detail : undefined);
    if (!feeling) return;
    clearTimeout(moodTimer);
    figure.setMood(feeling.mood);
    if (feeling.mood !== 'idle') moodTimer = setTimeout(() => figure.setMood('idle'), feeling.lastsMs);
  }

  function blinkLater(): void {
    clearTimeout(blinkTimer);
    figure.setBlink(false);
    if (document.hidden || calm.matches || signal.aborted) return;
    blinkTimer = setTimeout(
      () => {
        if (figure.canBlink()) figure.setBlink(true);
        blinkTimer = setTimeout(blinkLater, blink.closed);
      },
      blink.least + Math.random() * blink.more,
    );
  }

  for (const event of moodEvents) document.addEventListener(event, hear, { signal });
  document.addEventListener('visibilitychange', blinkLater, { signal });
  calm.addEventListener('change', blinkLater, { signal });
  blinkLater();
  return () => {
    stop.abort();
    clearTimeout(moodTimer);
    clearTimeout(blinkTimer);
  };
}
