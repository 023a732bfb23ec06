import type { SearchIndex } from '../../../ports/search-index.ts';
import { createLoopIndex } from './loop-index.ts';
import { createThreadIndex } from './thread-index.ts';

/** Decides where the search structures of a site live. */
export interface SearchIndexes {
  /** An empty index for so many chunks; `onLost` hears when its thread has died by itself. */
  create(chunks: number, onLost: (reason: string) => void): SearchIndex;
  /** True when an index of so many chunks belongs into a thread of its own. */
  isLarge(chunks: number): boolean;
}

/** Chunks up to which a question takes about a millisecond, which the event loop can spare; a thread costs some 40 MB. */
const LOOP_LIMIT = 5_000;

export const createSearchIndexes = (loopLimit: number = LOOP_LIMIT): SearchIndexes => ({
  create: (chunks, onLost) => (chunks > loopLimit ? createThreadIndex(onLost) : createLoopIndex()),
  isLarge: (chunks) => chunks > loopLimit,
});
