import { setTimeout as pause } from 'node:timers/promises';

/** A pause that can be interrupted; an interruption outside of a pause applies to the next one. */
export const createWake = () => {
  let interrupt: AbortController | undefined;
  let isKept = false;
  return {
    now() {
      if (interrupt) interrupt.abort();
      else isKept = true;
    },
    async after(ms: number, signal: AbortSignal) {
      if (isKept) return void (isKept = false);
      interrupt = new AbortController();
      await pause(ms, undefined, { signal: AbortSignal.any([signal, interrupt.signal]) }).catch(
        () => undefined,
      );
      interrupt = undefined;
    },
  };
};
