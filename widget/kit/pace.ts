/** Most times in a period, and its length in milliseconds. */
const most = 10;
const periodMs = 1000;

/**
 * Creates a limit of ten times a second, for what a page may undo at once: each answering the other, both would go on without a pause
 * and the page would freeze.
 */
export function createPace(now: () => number = Date.now): () => boolean {
  let since = 0;
  let times = 0;
  return () => {
    if (now() - since > periodMs) {
      since = now();
      times = 0;
    }
    return times++ < most;
  };
}
