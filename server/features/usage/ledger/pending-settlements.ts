import type { Settle } from './settle.ts';

/** Maximum number; calls beyond it are settled later as abandoned. */
const maxPending = 10_000;

/** Keeps outcomes that could not be written when their calls ended, until the database is back. */
export function createPendingSettlements(settle: Settle) {
  const calls: Parameters<Settle>[] = [];
  let isSettling = false;
  return {
    add(call: Parameters<Settle>): void {
      if (calls.length < maxPending) calls.push(call);
    },
    /** Settles them in order, up to the first that fails again. */
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
