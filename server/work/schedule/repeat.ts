/** Work that is repeated until it is stopped. */
export interface Repetition {
  /** Ends the repetition and resolves when the last run has ended. */
  stop(): Promise<void>;
  /** Lets the process end although the work is still repeated. */
  unref(): void;
}

/** Runs `work` every `ms` milliseconds; skips a run while the previous one has not ended. `work` must not reject. */
export function repeat(ms: number, work: () => Promise<unknown>): Repetition {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work().finally(() => (running = undefined));
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
    unref: () => void timer.unref(),
  };
}
