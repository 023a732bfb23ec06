import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A longer iteration of the event loop means that other work needed it. */
const quietMs = 0.5;

/** Resolves when background work may go on; a caller then works for a few milliseconds at most. */
export type YieldWhenIdle = () => Promise<void>;

/**
 * Turns for background work that must not be felt by those who wait for an answer. They come one at a time, whoever
 * asks, each after a turn of the event loop in which nobody else had work, or after `patienceMs` when it is never quiet.
 */
export function createYieldWhenIdle(maxWaitMs = 25): YieldWhenIdle {
  let last: Promise<void> = Promise.resolve();
  const quiet = async () => {
    const since = performance.now();
    for (let begun = since; ; begun = performance.now()) {
      await yieldToEventLoop();
      const now = performance.now();
      if (now - begun < quietMs || now - since >= maxWaitMs) return;
    }
  };
  return () => (last = last.then(quiet));
}
