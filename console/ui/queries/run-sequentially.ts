/** Progress of a batch. */
export interface BatchProgress {
  readonly total: number;
  readonly done: number;
  readonly failures: readonly { readonly name: string; readonly error: unknown }[];
  readonly ended: boolean;
}

/**
 * Runs an action for each name, one after the other, and reports the progress after each. A failure does not stop the
 * others; the signal does, after the current one.
 */
export async function runSequentially(
  names: readonly string[],
  act: (name: string, signal: AbortSignal) => Promise<unknown>,
  tell: (progress: BatchProgress) => void,
  signal: AbortSignal,
): Promise<BatchProgress> {
  let progress: BatchProgress = { total: names.length, done: 0, failures: [], ended: false };
  tell(progress);
  for (const name of names) {
    if (signal.aborted) break;
    let failures = progress.failures;
    try {
      await act(name, signal);
    } catch (error) {
      if (signal.aborted) break;
      failures = [...failures, { name, error }];
    }
    progress = { ...progress, done: progress.done + 1, failures };
    tell(progress);
  }
  progress = { ...progress, ended: true };
  tell(progress);
  return progress;
}
