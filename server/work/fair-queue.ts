import { explained } from '../kit/explained.ts';
import { busy } from '../kit/fault.ts';
import { shared } from '../kit/waiting/patience.ts';
import { yieldToEventLoop } from './event-loop.ts';

/** Shares the event loop fairly between clients, whatever the number of tasks of each. */
export interface FairQueue {
  /** Runs `task` after earlier ones of the same client; yields to the event loop between two tasks of a client. */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}

const full = () => busy(explained('queue_full', { subject: 'requests' }));

/** Keeps one entry for each client with pending tasks. */
export function createFairQueue(): FairQueue {
  const last = new Map<string, Promise<unknown>>();
  const forget = async (client: string, settled: Promise<unknown>) => {
    await settled;
    if (last.get(client) === settled) last.delete(client);
  };
  return {
    run(client, task) {
      const before = last.get(client);
      const run = before ? shared(before, full).then(yieldToEventLoop).then(task) : task();
      const settled = run.catch(() => undefined);
      last.set(client, settled);
      void forget(client, settled);
      return run;
    },
  };
}
