import { yieldToEventLoop } from './event-loop.ts';

/** An iteration of the event loop that takes longer had other work to do. */
const quietMs = 0.5;

/** Resolves when background work may continue; the caller then works for a few milliseconds at most. */
export type YieldWhenIdle = () => Promise<void>;

/**
 * Lets background work yield to requests. Callers take turns; each waits for an iteration of the event loop without
 * other work, or `maxWaitMs` when it is never idle.
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
