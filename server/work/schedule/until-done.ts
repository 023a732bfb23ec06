import { setTimeout as pause } from 'node:timers/promises';
import { logRepeated } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';

/**
 * Runs a step that nothing runs again later, until it succeeds: what fails it, such as a database that is away for a moment, must not leave
 * the process without it. Rejects only once the signal is aborted. The step may have done a part when it is run again.
 */
export async function untilDone(
  step: () => Promise<unknown>,
  options: {
    readonly signal: AbortSignal;
    readonly log: Log;
    /** Log message about a failure. */
    readonly failed: string;
    /** Pause after the first failure, in milliseconds; it doubles up to `longestMs`. */
    readonly firstMs?: number;
    readonly longestMs?: number;
  },
): Promise<void> {
  const { signal, log, failed, firstMs = 500, longestMs = 10_000 } = options;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, longestMs)) {
    signal.throwIfAborted();
    try {
      await step();
      return;
    } catch (error) {
      signal.throwIfAborted();
      logRepeated(log, error, failed);
    }
    await pause(pauseMs, undefined, { signal });
  }
}
