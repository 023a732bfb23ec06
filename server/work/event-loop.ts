import { setImmediate } from 'node:timers/promises';

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
