/** Pauses after failures in a row: none after the first, then longer ones up to a limit. */
export interface Backoff {
  readonly isPausing: boolean;
  /** Returns the length of the pause that begins, in milliseconds. */
  failed(): number;
  succeeded(): void;
}

export function createBackoff(options: {
  /** Pause after the second failure. */
  readonly firstMs: number;
  readonly longestMs: number;
}): Backoff {
  const { firstMs, longestMs } = options;
  let failures = 0;
  let endsAt = -Infinity;
  return {
    get isPausing() {
      return performance.now() < endsAt;
    },
    failed() {
      const pauseMs = Math.min((2 ** failures - 1) * firstMs, longestMs);
      failures += 1;
      endsAt = performance.now() + pauseMs;
      return pauseMs;
    },
    succeeded() {
      failures = 0;
      endsAt = -Infinity;
    },
  };
}
