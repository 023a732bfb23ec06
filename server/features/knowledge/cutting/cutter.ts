import { availableParallelism } from 'node:os';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import { createWorkerPool } from '../../../work/threads/worker-pool.ts';
import type { Block } from '../extraction/blocks.ts';
import type { CutArticle, CutInput } from './cut-article.ts';
import type { CutOperations } from './cut-worker.ts';
import { cutOperations, type Body, type Statements } from './operations.ts';

/**
 * Extracts and cuts the text of articles. All methods throw the Fault `unavailable` when a thread died or took too long, `busy` when too
 * many calls are waiting, or the signal's reason.
 */
export interface Cutter extends AsyncDisposable {
  /** Cuts an article into passages. */
  cut(input: CutInput, signal: AbortSignal): Promise<CutArticle>;
  /** The blocks of an article. */
  blocks(body: Body, signal?: AbortSignal): Promise<readonly Block[]>;
  /** For each statement, whether the article says it. */
  supported(input: Statements, signal?: AbortSignal): Promise<readonly boolean[]>;
}

export interface CutterOptions {
  /** Maximum number of threads; 0 leaves all but long articles to the event loop. */
  readonly threads?: number;
  /** Consecutive articles that are cut in the event loop before a thread is started. */
  readonly few?: number;
  /** Awaited before an article is cut in the event loop. */
  readonly yieldWhenIdle?: YieldWhenIdle;
}

/**
 * Creates a cutter. Single articles are cut in the event loop, long ones in a thread, so that no text blocks requests. Long runs, as in a
 * first index or a rebuild, are cut in threads, which takes a third of the work per article off the event loop; idle threads end after a
 * while.
 */
export function createCutter({
  threads = Math.min(maxThreads, availableParallelism() - 1),
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
  const never = new AbortController().signal;
  return {
    async cut(input, signal) {
      signal.throwIfAborted();
      if ((threads > 0 && isOneOfMany()) || isLong(input.body.text)) return pool.run('cut', input, signal);
      await yieldWhenIdle();
      return cutOperations.cut(input);
    },
    blocks: async (body, signal = never) =>
      isLong(body.text) ? pool.run('blocks', body, signal) : cutOperations.blocks(body),
    supported: async (input, signal = never) =>
      isLong(input.text) ? pool.run('supported', input, signal) : cutOperations.supported(input),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Length in UTF-16 units from which a thread is used; such a text takes some ten milliseconds, whatever its content. */
const longText = 40_000;
const isLong = (text: string): boolean => text.length > longText;

/** Default number of threads; a single thread already cuts faster than the event loop can read, store and pass on articles. */
const maxThreads = 2;

/** After this pause the next article starts a new run. */
const restMs = 5_000;

/** Time limit of a call; the longest text takes some seconds. */
const longestMs = 60_000;
