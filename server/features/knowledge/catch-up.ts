import type { Generation, KnowledgeStore } from './store.ts';

/** Interval of passes although nothing seems to have changed. */
const WHOLE_MS = 300_000;
/** The same beside a search engine, which may have lost something. */
const ENGINE_MS = 60_000;

/**
 * Finds changes of the index whose notice was lost with the process that made them: one query tells whether there may be any, and only
 * then the store is followed.
 */
export function createCatchUp(deps: {
  readonly store: Pick<KnowledgeStore, 'indexMark'>;
  readonly follow: () => Promise<void>;
  readonly live: { readonly generation: Pick<Generation, 'generation'> | undefined };
  /** True when the index is in a search engine, which may be behind the store. */
  readonly hasEngine: boolean;
}): () => Promise<void> {
  const { store, follow, live, hasEngine } = deps;
  let followed = '';
  let followedAt = -Infinity;
  return async () => {
    const { mark, active, isWritten } = await store.indexMark();
    const isLevel = mark === followed && active === live.generation?.generation && (isWritten || !hasEngine);
    if (isLevel && performance.now() - followedAt < (hasEngine ? ENGINE_MS : WHOLE_MS)) return;
    await follow();
    // Read before, so that a change made meanwhile is followed the next time.
    followed = mark;
    followedAt = performance.now();
  };
}
