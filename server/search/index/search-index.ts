import type { SearchIndex } from '../../ports/search-index.ts';
import { createLoopIndex } from './loop-index.ts';
import { createThreadIndex } from './thread-index.ts';

/** Decides where the search structures of a site live. */
export interface SearchIndexes {
  /** An empty index for this many chunks; `onLost` is called when its thread has died. */
  create(chunks: number, onLost: (reason: string) => void): SearchIndex;
  /** True when an index of this many chunks belongs in a thread. */
  isLarge(chunks: number): boolean;
}

/** Maximum number of chunks in the event loop: a query then takes about a millisecond; a thread costs some 40 MB. */
const LOOP_LIMIT = 5_000;

export const createSearchIndexes = (loopLimit: number = LOOP_LIMIT): SearchIndexes => ({
  create: (chunks, onLost) => (chunks > loopLimit ? createThreadIndex(onLost) : createLoopIndex()),
  isLarge: (chunks) => chunks > loopLimit,
});
