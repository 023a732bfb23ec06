import { availableParallelism } from 'node:os';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import { createWorkerPool } from '../../../work/threads/worker-pool.ts';
import { cutArticle, type CutArticle, type CutInput } from './cut-article.ts';
import type { CutOperations } from './cut-worker.ts';

/** Extracts the text of articles and cuts it into passages. */
export interface Cutter extends AsyncDisposable {
  /**
   * @throws Fault `unavailable` when the thread died or took too long, or the signal's reason.
   */
  cut(input: CutInput, signal: AbortSignal): Promise<CutArticle>;
}

export interface CutterOptions {
  /** Maximum number of threads; 0 cuts in the event loop. */
  readonly threads?: number;
  /** Consecutive articles that are cut in the event loop before a thread is started. */
  readonly few?: number;
  /** Awaited before an article is cut in the event loop. */
  readonly yieldWhenIdle?: YieldWhenIdle;
}

/**
 * Creates a cutter. Single articles are cut in the event loop. Long runs, as in a first index or a rebuild, are cut
 * in threads, which takes a third of the work of an article off the event loop; idle threads end after a while.
 */
export function createCutter({
  threads = Math.min(mostThreads, availableParallelism() - 1),
  few = 100,
  yieldWhenIdle = async () => {},
}: CutterOptions = {}): Cutter {
  const pool = createWorkerPool<CutOperations>({
    module: new URL('./cut-worker.ts', import.meta.url),
    name: 'reading articles',
    size: Math.max(1, threads),
    limitMs: longestMs,
  });
  let inRow = 0;
  let lastAt = 0;
  const isOneOfMany = () => {
    const at = performance.now();
    inRow = at - lastAt > restMs ? 1 : inRow + 1;
    lastAt = at;
    return inRow > few;
  };
  return {
    async cut(input, signal) {
      signal.throwIfAborted();
      if (threads > 0 && isOneOfMany()) return pool.run('cut', input, signal);
      await yieldWhenIdle();
      return cutArticle(input);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** One thread cuts articles faster than the event loop can read, store and hand them over. */
const mostThreads = 2;

/** After this pause the next article starts a new run. */
const restMs = 5_000;

/** Cutting the longest text takes some seconds. */
const longestMs = 60_000;
