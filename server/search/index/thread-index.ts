import type { ArticleChunks, SearchIndex } from '../../ports/search-index.ts';
import { createThread } from '../../work/threads/thread.ts';
import { packed } from './index-file.ts';
import type { IndexOperations } from './index-worker.ts';

/**
 * A search index in its own thread: queries, changes and saving do not block the event loop. A query whose
 * signal aborts is removed from the queue.
 */
export function createThreadIndex(onLost?: (reason: string) => void): SearchIndex {
  const thread = createThread<IndexOperations>({
    module: new URL('./index-worker.ts', import.meta.url),
    name: 'the search index',
    ...(onLost && { onLost }),
  });
  return {
    async open(file) {
      const { state, unusable } = await thread.run('open', file);
      if (unusable !== undefined) throw new Error(unusable);
      return state;
    },
    async load(articles) {
      let batch: ArticleChunks[] = [];
      let size = 0;
      const send = async () => {
        await thread.run('load', batch);
        batch = [];
        size = 0;
      };
      for await (const article of articles) {
        batch.push(article);
        size += article.chunks.length;
        if (size >= CHUNKS_AT_ONCE) await send();
      }
      await send();
      await thread.run('loaded', undefined);
    },
    replaceArticle: (articleId, chunks) => thread.run('replaceArticle', { articleId, chunks }),
    forgetVectors: () => thread.run('forgetVectors', undefined),
    retrieve: (query, signal) => thread.run('retrieve', query, signal),
    search: (query, signal) => thread.run('search', query, signal),
    stats: () => thread.run('stats', undefined),
    save: (file, state) => thread.runBeside('save', { file, state: packed(state) }),
    get isLost() {
      return thread.isLost;
    },
    isAway: true,
    close: thread.close,
  };
}

/** Chunks per message while a site is loaded: packing them takes a few milliseconds. */
const CHUNKS_AT_ONCE = 100;
