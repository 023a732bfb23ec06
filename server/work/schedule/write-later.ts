import { coalesced } from './coalesce.ts';

/** Batches changes collected in memory into one delayed write. */
export interface WriteLater {
  /** To be called at each change. */
  changed(): void;
  /** Writes now; resolves when all changes collected so far are written, including those of a write that was already running. */
  flush(): Promise<void>;
  /** Writes one last time. Later changes are not written. */
  close(): Promise<void>;
}

/** Runs `write`, which must not reject, one at a time and at most `ms` milliseconds after a change. */
export function createWriteLater(ms: number, write: () => Promise<void>): WriteLater {
  let timer: NodeJS.Timeout | undefined;
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = coalesced(() => {
    stopWaiting();
    return write();
  });
  return {
    changed: () => void (timer ??= setTimeout(() => void flush(), ms).unref()),
    flush,
    async close() {
      await flush();
      stopWaiting();
    },
  };
}
