import { createWorkerPool } from '../../../../work/threads/worker-pool.ts';
import { explained } from '../../../../kit/explained.ts';
import { invalid, isFault } from '../../../../kit/fault.ts';
import type { PageSource } from './read-page.ts';
import type { ReadingOperations } from './reading-worker.ts';

/** Extracts pages and feeds in a thread, so that a hostile or large one delays no answer. */
export const createReader = (limitMs = 20_000) => {
  const threads = createWorkerPool<ReadingOperations>({
    module: new URL('reading-worker.ts', import.meta.url),
    name: 'reading pages',
    size: 1,
    waiting: 64,
    limitMs,
  });
  const read = <K extends keyof ReadingOperations>(
    name: K,
    input: Parameters<ReadingOperations[K]>[0],
    signal: AbortSignal,
  ) =>
    threads.run(name, input, signal).catch((error: unknown) => {
      throw isFault(error, 'unavailable') ? invalid(explained('page_slow')) : error;
    });
  return {
    /** Both throw `invalid` for input beyond the bounds or when it takes too long. */
    page: (source: PageSource, signal: AbortSignal) => read('page', source, signal),
    feed: (text: string, signal: AbortSignal) => read('feed', text, signal),
    close: () => threads[Symbol.asyncDispose](),
  };
};

export type Reader = ReturnType<typeof createReader>;
