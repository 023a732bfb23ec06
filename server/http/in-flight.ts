import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Counts running replies and the work behind them, so that a stopping service can wait for both. */
export function createInFlight() {
  const open = new Set<ServerResponse>();
  const works = new Set<Promise<unknown>>();
  return {
    /** `ended` is called once the reply has ended in any way. */
    add(response: ServerResponse, ended?: () => void): void {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        ended?.();
      });
    },
    /** Notes the work of a reply, which goes on when the client has left, and returns it. */
    track<T>(work: Promise<T>): Promise<T> {
      works.add(work);
      const forget = () => void works.delete(work);
      work.then(forget, forget);
      return work;
    },
    /** Resolves when the replies running now have ended, or when `limit` aborts. */
    async ended(limit: AbortSignal): Promise<void> {
      const ends = [...open].map((response) => once(response, 'close', { signal: limit }));
      await Promise.allSettled(ends);
    },
    /** Resolves when the work running now has ended, or when `limit` aborts. */
    async worked(limit: AbortSignal): Promise<void> {
      if (limit.aborted) return;
      const stopped = Promise.withResolvers<void>();
      limit.addEventListener('abort', () => stopped.resolve(), { once: true });
      await Promise.race([Promise.allSettled(works), stopped.promise]);
    },
  };
}

export type InFlight = ReturnType<typeof createInFlight>;
