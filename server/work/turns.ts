import { yieldToEventLoop } from './event-loop.ts';

/** Lets the work of many clients alternate. */
export interface Turns {
  /** Runs `task` after the earlier ones of the same client; between two of them everything else that waits may run. */
  take<T>(client: string, task: () => Promise<T>): Promise<T>;
}

/** Holds as many entries as clients have work waiting. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  const forget = async (client: string, settled: Promise<unknown>) => {
    await settled;
    if (last.get(client) === settled) last.delete(client);
  };
  return {
    take(client, task) {
      const before = last.get(client);
      const run = before ? before.then(yieldToEventLoop).then(task) : task();
      const settled = run.catch(() => undefined);
      last.set(client, settled);
      void forget(client, settled);
      return run;
    },
  };
}
