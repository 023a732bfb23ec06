import type { ReadableChunk } from './article-reader.ts';
import { createBatchReader } from './read-batch.ts';

/** The operations of a thread that reads articles for an index. */
export function createReadingOperations() {
  const read = createBatchReader();
  return {
    read: async (articles: readonly (readonly ReadableChunk[])[]) => read(articles),
  };
}

export type ReadingOperations = ReturnType<typeof createReadingOperations>;
