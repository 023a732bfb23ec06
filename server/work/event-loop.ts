import { setImmediate } from 'node:timers/promises';
import { slicesOf } from '../kit/slices.ts';

/** Lets requests, replies and timers that are due run first. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/**
 * Makes a function that work calls as often as it likes: it yields to the event loop once `ms` have passed since it
 * last did, and then rejects with the signal's reason when that is aborted.
 */
export function createYieldEvery(ms: number, signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    since = performance.now();
  };
}

/** Work over a long list holds up everything else for so long at once, in milliseconds. */
const heldMs = 10;
const atOnce = 500;

/** A list of any length in parts, between which other work has its turn: for loops over all articles. Rejects with the signal's reason. */
export async function* inTurns<T>(list: readonly T[], signal?: AbortSignal): AsyncGenerator<readonly T[]> {
  const breathe = createYieldEvery(heldMs, signal);
  for (const part of slicesOf(list, atOnce)) {
    await breathe();
    yield part;
  }
}
