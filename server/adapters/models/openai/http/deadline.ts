/**
 * Time limits of a request. The idle limit runs from one `progress` call to the next, so that comments, empty chunks
 * and garbage do not extend it; calling `progress` when the caller asks for more excludes the caller's own time. Two
 * limits cannot be extended: that of the whole call, and that of reasoning before the first text.
 */
export interface Deadline {
  /** Aborted by the caller's signal or by a limit; ends the request. */
  readonly signal: AbortSignal;
  /** The limit that ended the request, in words; `undefined` when none did. */
  readonly expired: string | undefined;
  /** Runs one step of the provider within the remaining time. */
  wait<T>(step: () => Promise<T>): Promise<T>;
  /** Restarts the idle limit, with a new length when given. */
  progress(limitMs?: number): void;
  /** Reasoning has arrived: text must follow within `limitMs`, counted from the first such call. */
  reasoningStarted(limitMs: number): void;
  /** Text of the answer has arrived. */
  textStarted(): void;
  /** Aborts the request if it still runs. */
  end(): void;
}

/**
 * @param idleMs limit until the first progress
 * @param callEndsAt end of the whole call, by `performance.now()`
 */
export function createDeadline(caller: AbortSignal, idleMs: number, callEndsAt = Infinity): Deadline {
  caller.throwIfAborted();
  const controller = new AbortController();
  const leave = () => controller.abort(caller.reason);
  caller.addEventListener('abort', leave, { once: true });
  let limitMs = idleMs;
  let since = performance.now();
  let reasoningEndsAt = Infinity;
  let expired: string | undefined;
  const next = () =>
    [
      { at: since + limitMs, words: 'no answer in time' },
      { at: callEndsAt, words: 'no end of the answer in time' },
      { at: reasoningEndsAt, words: 'reasoning without an answer in time' },
    ].reduce((first, other) => (other.at < first.at ? other : first));
  const expire = (words: string) => {
    expired = words;
    controller.abort(new Error(`the provider took too long: ${words}`));
  };
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    async wait(step) {
      const { at, words } = next();
      const left = at - performance.now();
      // Timers do not fire during a flood of data.
      if (left <= 0) expire(words);
      controller.signal.throwIfAborted();
      const timer = setTimeout(() => expire(words), left);
      try {
        return await step();
      } finally {
        clearTimeout(timer);
      }
    },
    progress(other = limitMs) {
      limitMs = other;
      since = performance.now();
    },
    reasoningStarted(ms) {
      reasoningEndsAt = Math.min(reasoningEndsAt, performance.now() + ms);
    },
    textStarted() {
      reasoningEndsAt = Infinity;
    },
    end() {
      caller.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}
