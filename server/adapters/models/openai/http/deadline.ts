/**
 * How long a provider may keep us waiting. The idle clock runs from `progress` to `progress`, so that comments, empty
 * chunks and garbage do not stop it; say `progress` when the caller asks for more, and the time the caller took does
 * not count. Two ends stand whatever comes: that of the whole call, and that of reasoning without a word of an answer.
 */
export interface Deadline {
  /** Ends the request; aborted by the caller's signal or by a clock. */
  readonly signal: AbortSignal;
  /** Which clock has ended the request, in words; `undefined` when it was not a clock. */
  readonly expired: string | undefined;
  /** Waits for one step of the provider within what is left. */
  wait<T>(step: () => Promise<T>): Promise<T>;
  /** Something useful came: the idle clock starts anew, with another limit when one is given. */
  progress(limitMs?: number): void;
  /** Reasoning goes on and must lead to an answer within `limitMs`; the first such word counts. */
  reasons(limitMs: number): void;
  /** A word of the answer came. */
  answers(): void;
  /** Nothing more is wanted: ends the request if it still runs. */
  end(): void;
}

/**
 * @param idleMs until the first progress
 * @param callEndsAt when the whole call must be over, by `performance.now()`
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
      // Under a flood no timer would ever get its turn.
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
    reasons(ms) {
      reasoningEndsAt = Math.min(reasoningEndsAt, performance.now() + ms);
    },
    answers() {
      reasoningEndsAt = Infinity;
    },
    end() {
      caller.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}
