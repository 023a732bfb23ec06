import type { ArticleWrite } from '../store/rows.ts';

/** Maximum time for which an article that waits for slow work, such as a model, delays the others. */
const longestWaitMs = 20;

/** Writes articles that are indexed concurrently in one transaction, which costs about as much as one for a single article. */
export interface WriteTogether {
  /** Runs the indexing of an article; its writes are committed when all concurrent ones wait for their commit. */
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the article is committed. Rejects with the failure of its own write, not of another article's. */
  put(write: ArticleWrite): Promise<void>;
}

interface Waiting {
  readonly write: ArticleWrite;
  resolve(): void;
  reject(reason: unknown): void;
}

export function createWriteTogether(
  putAll: (writes: readonly ArticleWrite[]) => Promise<void>,
): WriteTogether {
  let running = 0;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    void writeAll(putAll, group);
  };
  const look = () => {
    if (waiting.length === 0) return;
    if (waiting.length >= running) flush();
    else timer ??= setTimeout(flush, longestWaitMs);
  };

  return {
    async track(work) {
      running++;
      try {
        return await work();
      } finally {
        running--;
        look();
      }
    },
    put: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        look();
      }),
  };
}

async function writeAll(
  putAll: (writes: readonly ArticleWrite[]) => Promise<void>,
  group: readonly Waiting[],
): Promise<void> {
  try {
    await putAll(group.map(({ write }) => write));
    for (const { resolve } of group) resolve();
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    // One article that cannot be stored must not fail the others.
    else for (const one of group) await writeAll(putAll, [one]);
  }
}
