import { coalesced } from './coalesce.ts';

/** Writes of what is collected in memory: together, some time after the first change. */
export interface WriteLater {
  /** To be called at each change. */
  changed(): void;
  /** Writes now; resolves when everything collected so far is written, also what was on its way already. */
  flush(): Promise<void>;
  /** Writes a last time. What changes after it is not written. */
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
