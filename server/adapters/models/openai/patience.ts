/**
 * How long a provider may keep us waiting for something useful: the clock runs from `progress` to `progress`,
 * so that comments, empty chunks and garbage do not stop it. Tell of progress when the caller asks for more,
 * and the time the caller took does not count.
 */
export interface Patience {
  /** Ends the request; aborted by the caller's signal or by the clock. */
  readonly signal: AbortSignal;
  /** True once the clock, not the caller, has ended the request. */
  readonly expired: boolean;
  /** Waits for one step of the provider within what is left. */
  wait<T>(step: () => Promise<T>): Promise<T>;
  /** Something useful came: the clock starts anew, with another limit when one is given. */
  progress(limitMs?: number): void;
  /** Nothing more is wanted: ends the request if it still runs. */
  end(): void;
}

export function createPatience(caller: AbortSignal, firstLimitMs: number): Patience {
  caller.throwIfAborted();
  const controller = new AbortController();
  const leave = () => controller.abort(caller.reason);
  caller.addEventListener('abort', leave, { once: true });
  let limitMs = firstLimitMs;
  let since = performance.now();
  let expired = false;
  const expire = () => {
    expired = true;
    controller.abort(new Error('the provider took too long'));
  };
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    async wait(step) {
      const left = since + limitMs - performance.now();
      // Under a flood no timer would ever get its turn.
      if (left <= 0) expire();
      controller.signal.throwIfAborted();
      const timer = setTimeout(expire, left);
      try {
        return await step();
      } finally {
        clearTimeout(timer);
      }
    },
    progress(next = limitMs) {
      limitMs = next;
      since = performance.now();
    },
    end() {
      caller.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}
