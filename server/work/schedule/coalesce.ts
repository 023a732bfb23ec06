import { begunForAll } from '../../kit/waiting/patience.ts';

/**
 * Runs `work` one at a time (single-flight). Calls during a run share one more run after it, so every caller gets a run
 * that began after the call; its promise settles as that run does.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    if (waiting) return waiting;
    const run = last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return begunForAll(work);
      });
    waiting = run;
    last = run;
    return run;
  };
}
