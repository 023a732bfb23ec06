import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Counts running replies, so that a stopping service can wait for them. */
export function createInFlight() {
  const open = new Set<ServerResponse>();
  return {
    add(response: ServerResponse): void {
      open.add(response);
      response.once('close', () => open.delete(response));
    },
    /** Resolves when the replies running now have ended, or when `limit` aborts. */
    async ended(limit: AbortSignal): Promise<void> {
      const ends = [...open].map((response) => once(response, 'close', { signal: limit }));
      await Promise.allSettled(ends);
    },
  };
}
