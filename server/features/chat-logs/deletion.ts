import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { ChatLogStore } from './store.ts';
import type { LogFilter } from './store/queries.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

/** Deletes logs batch by batch, with other work in between. */
export function createDeletion(store: Pick<ChatLogStore, 'sweep'>, batchSize: number) {
  const stopping = new AbortController();
  const running = new Set<Promise<number>>();

  const sweep = async (filter: LogFilter): Promise<number> => {
    let deleted = 0;
    for await (const gone of store.sweep(filter, batchSize)) {
      deleted += gone;
      if (stopping.signal.aborted) throw unavailable(explained('stopping_logs'));
      await yieldToEventLoop();
    }
    return deleted;
  };

  return {
    /** Deletes matching logs; resolves with their number. Throws `unavailable` when the service stops meanwhile. */
    run(filter: LogFilter): Promise<number> {
      const deleting = sweep(filter);
      running.add(deleting);
      return deleting.finally(() => void running.delete(deleting));
    },

    /** Lets running deletions stop at their next batch. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}
