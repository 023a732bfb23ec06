import { explained } from '../../../kit/explained.ts';
import { notFound, unavailable } from '../../../kit/fault.ts';
import type { Host } from '../../../ports/host.ts';
import type { ArticleIndexer, IndexOutcome, IndexStage } from '../indexing/index-article.ts';
import type { LiveIndex } from '../live-index.ts';
import type { KnowledgeStore } from '../store.ts';
import type { RebuildLock } from './rebuild-lock.ts';

export interface RebuildArticleDeps {
  readonly live: Pick<LiveIndex, 'generation'>;
  readonly store: Pick<KnowledgeStore, 'article' | 'forgetContent'>;
  readonly rebuildLock: Pick<RebuildLock, 'one'>;
  readonly indexer: ArticleIndexer;
  readonly host: Pick<Host, 'article'>;
  /** Notifies every process that the index has changed. */
  readonly changed: () => Promise<void>;
}

/** Operations on single articles of the serving index; they exclude a full rebuild. */
export function createArticleRebuild({
  live,
  store,
  rebuildLock,
  indexer,
  host,
  changed,
}: RebuildArticleDeps) {
  const serving = () => {
    if (!live.generation) throw unavailable(explained('index_none'));
    return live.generation.generation;
  };

  return {
    /** Rebuilds an unchanged article; one that is not published is removed. */
    rebuild: (name: string, onStage?: (stage: IndexStage) => void): Promise<IndexOutcome> =>
      rebuildLock.one(async (signal) => {
        const generation = serving();
        const article = await host.article(name, signal);
        const known = await store.article(generation, name);
        if (!article && (!known || known.state === 'removed')) throw notFound('Article');
        await store.forgetContent(generation, name);
        const outcome = article
          ? await indexer.index(article, generation, onStage, signal)
          : await indexer
              .remove(name, generation)
              .then(() => ({ state: 'removed' as const, chunks: 0, error: '' }));
        await changed();
        if (outcome.state === 'failed') throw unavailable(outcome.error);
        return outcome;
      }),

    /** Removes an article from the index until it changes or is rebuilt; false when it is not in it. */
    async clear(name: string): Promise<boolean> {
      const isCleared = await rebuildLock.one(() => indexer.clear(name, serving()));
      await changed();
      return isCleared;
    },
  };
}
