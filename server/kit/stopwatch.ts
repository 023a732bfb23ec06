import type { Clock } from '../ports/clock.ts';

/** Starts measuring; each call gives the whole milliseconds since then, 0 at least, whatever happens to the machine's clock. */
export function stopwatch({ now, elapsed = now }: Clock): () => number {
  const began = elapsed();
  return () => Math.max(0, Math.round(elapsed() - began));
}
