import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop that took longer was needed by somebody else. */
const quietMs = 0.5;

/** Gives background work its turns: each call resolves when it may go on, with some milliseconds of work at most. */
export type IdleYield = () => Promise<void>;

/**
 * Turns for background work that must not be felt by those who wait for an answer. They come one at a time, whoever
 * asks, each after a turn of the event loop in which nobody else had work, or after `patienceMs` when it is never quiet.
 */
export function createIdleYield(patienceMs = 25): IdleYield {
  let last: Promise<void> = Promise.resolve();
  const quiet = async () => {
    const since = performance.now();
    for (let begun = since; ; begun = performance.now()) {
      await nextTurn();
      const now = performance.now();
      if (now - begun < quietMs || now - since >= patienceMs) return;
    }
  };
  return () => (last = last.then(quiet));
}
