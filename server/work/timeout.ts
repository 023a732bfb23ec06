import { unlessAborted } from './unless-aborted.ts';

/** A signal that aborts with `signal` or after `ms` milliseconds, whichever comes first. */
export const timeoutSignal = (ms: number, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)]);

/**
 * Waits for `work` at most `ms` milliseconds, even when it ignores its signal. Throws a `TimeoutError`, or the reason
 * of `signal` when that aborts first.
 */
export async function withTimeout<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = timeoutSignal(ms, signal);
  return unlessAborted(limit, () => work(limit));
}
