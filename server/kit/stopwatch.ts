import type { Clock } from '../ports/clock.ts';

/** Starts measuring; each call of the result returns the whole milliseconds since then. Never negative, even when the machine's clock is set back. */
export function stopwatch({ now, elapsed = now }: Clock): () => number {
  const began = elapsed();
  return () => Math.max(0, Math.round(elapsed() - began));
}
