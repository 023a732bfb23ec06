/**
 * Runs `work` one at a time. Calls that come while it runs share one more run after it, so whoever calls gets a run
 * that began after the call: the promise resolves, or rejects, as that run does.
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
        return work();
      });
    waiting = run;
    last = run;
    return run;
  };
}
