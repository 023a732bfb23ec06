import { inLanes } from '../../kit/lanes.ts';
import type { Turn } from '../../kit/turns.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { ArticleIndexer } from './index-article.ts';
import type { KnowledgeStore, KnownHead } from './store.ts';

/** A walk that lost more than this share of the articles is believed only about those that the next one misses too. */
export const suspiciousLoss = 0.5;
/** Articles read from the host at once. */
const parallel = 4;
/** A failing article is tried again this often until it changes. */
const retryFailedMs = 5 * 60_000;

/** Called after each article; `head` is the one just done. */
export type SyncProgress = (done: {
  readonly processed: number;
  readonly total: number;
  readonly head: ArticleHead;
}) => void;

export interface SyncOutcome {
  /** Anything in the index is other than before. */
  readonly changed: boolean;
  /** Articles that the host no longer lists, and that stay until another walk misses them too. */
  readonly suspected: number;
}

export interface HostSync {
  /**
   * Walks the host once and brings a generation level with it. Nothing is removed unless the walk came to its end.
   * Throws what the host's listing throws, and the reason of an aborted signal.
   */
  run(
    generation: number,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: SyncProgress },
  ): Promise<SyncOutcome>;
}

export function createHostSync(deps: {
  readonly host: Pick<Host, 'heads'>;
  readonly store: Pick<KnowledgeStore, 'heads' | 'announce'>;
  readonly indexer: Pick<ArticleIndexer, 'index' | 'remove'>;
  readonly turn: Turn;
  readonly now: () => number;
}): HostSync {
  const { host, store, indexer, turn, now } = deps;
  let missedBefore: ReadonlySet<string> = new Set();

  return {
    async run(generation, { signal, onProgress } = {}) {
      const known = await store.heads(generation);
      const changed: ArticleHead[] = [];
      const seen = new Set<string>();
      for await (const head of host.heads(signal)) {
        if (head.visibility !== 'public' || seen.has(head.id)) continue;
        seen.add(head.id);
        if (isDue(head, known.get(head.id), now())) changed.push(head);
      }
      const living = [...known].filter(([, before]) => before.state !== 'removed').map(([id]) => id);
      const missed = living.filter((id) => !seen.has(id));
      const gone = isSuspicious(missed.length, living.length)
        ? missed.filter((id) => missedBefore.has(id))
        : missed;
      missedBefore = new Set(missed);
      for (const id of gone) await indexer.remove(id, generation);

      const unknown = changed.filter(({ id }) => !known.has(id));
      await store.announce(generation, unknown, now());
      let processed = 0;
      await inLanes(parallel, changed, async (head) => {
        await turn();
        signal?.throwIfAborted();
        await indexer.index(head, generation, undefined, signal);
        onProgress?.({ processed: ++processed, total: changed.length, head });
      });
      return { changed: changed.length > 0 || gone.length > 0, suspected: missed.length - gone.length };
    },
  };
}

/** Whether so many articles missing out of so many are more likely the host's failure than somebody's wish. */
export const isSuspicious = (missed: number, living: number): boolean => missed > living * suspiciousLoss;

function isDue(head: ArticleHead, before: KnownHead | undefined, now: number): boolean {
  if (!before || before.revision !== head.revision) return true;
  if (before.state === 'failed') return now - before.indexedAt >= retryFailedMs;
  return before.state === 'removed' || before.state === 'waiting';
}
