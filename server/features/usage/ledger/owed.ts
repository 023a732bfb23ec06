import type { Settle } from './settle.ts';

/** Calls beyond this number are left to be settled as abandoned. */
const mostOwed = 10_000;

/** Outcomes that the database could not take when their calls ended, kept until it can. */
export function createOwed(settle: Settle) {
  const calls: Parameters<Settle>[] = [];
  let isSettling = false;
  return {
    add(call: Parameters<Settle>): void {
      if (calls.length < mostOwed) calls.push(call);
    },
    /** Settles them in their order, up to the first that fails again. */
    async settle(): Promise<void> {
      if (isSettling) return;
      isSettling = true;
      try {
        for (let call = calls[0]; call; call = calls[0]) {
          if ((await settle(...call)) === 'failed') return;
          calls.shift();
        }
      } finally {
        isSettling = false;
      }
    },
  };
}
