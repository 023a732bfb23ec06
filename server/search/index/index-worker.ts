import type {
  ArticleChunks,
  IndexFile,
  KeywordQuery,
  RetrieveQuery,
  SavedState,
} from '../../ports/search-index.ts';
import { serveOperations } from '../../work/threads/thread-calls.ts';
import { createEngine, type Engine } from '../engine.ts';
import { readEngine, writeEngine, type PackedState } from './index-file.ts';

/** The operations of a search index's thread, which holds the only engine. */
function createIndexOperations() {
  let engine: Engine = createEngine();
  return {
    /** An unusable file is a normal result with its reason, not a bug. */
    async open(file: IndexFile): Promise<{ state?: SavedState; unusable?: string }> {
      try {
        const saved = await readEngine(file);
        if (!saved) return {};
        engine = saved.engine;
        return { state: saved.state };
      } catch (error) {
        return { unusable: String(error) };
      }
    },
    load: async (articles: readonly ArticleChunks[]) => engine.take(articles),
    loaded: async () => engine.settle(),
    replaceArticle: async ({ articleId, chunks }: ArticleChunks) => engine.replaceArticle(articleId, chunks),
    forgetVectors: async () => engine.forgetVectors(),
    retrieve: async (query: RetrieveQuery) => engine.retrieve(query),
    search: async (query: KeywordQuery) => engine.search(query),
    stats: async () => engine.stats(),
    /** Yields in between: queries and changes continue meanwhile. */
    save: ({ file, state }: { file: IndexFile; state: PackedState }) => writeEngine(engine, file, state),
  };
}

export type IndexOperations = ReturnType<typeof createIndexOperations>;

serveOperations(createIndexOperations());
