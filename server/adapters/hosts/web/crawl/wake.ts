import { setTimeout as pause } from 'node:timers/promises';

/**
 * A pause that can be interrupted; an interruption outside of a pause applies to the next one. However many come, a pause is at least
 * `leastMs` long.
 */
export const createWake = (leastMs: number) => {
  let interrupt: AbortController | undefined;
  let isKept = false;
  return {
    now() {
      if (interrupt) interrupt.abort();
      else isKept = true;
    },
    async after(ms: number, signal: AbortSignal) {
      await pause(Math.min(ms, leastMs), undefined, { signal }).catch(() => undefined);
      if (isKept) return void (isKept = false);
      interrupt = new AbortController();
      const ended = AbortSignal.any([signal, interrupt.signal]);
      await pause(Math.max(0, ms - leastMs), undefined, { signal: ended }).catch(() => undefined);
      interrupt = undefined;
    },
  };
};
