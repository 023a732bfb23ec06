import type { SearchIndex } from '../../ports/search-index.ts';
import { createEngine, type Engine } from '../engine.ts';
import { packed, readEngine, writeEngine } from './index-file.ts';

/** A search index in the event loop, for sites so small that a query takes about a millisecond. */
export function createLoopIndex(): SearchIndex {
  let engine: Engine = createEngine();
  let last: Promise<unknown> = Promise.resolve();
  /** Runs changes one after the other, in the order of their calls. */
  const inOrder = <T>(change: () => Promise<T>): Promise<T> => {
    const made = last.then(change);
    last = made.catch(() => undefined);
    return made;
  };
  return {
    async open(file) {
      const saved = await readEngine(file);
      if (saved) engine = saved.engine;
      return saved?.state;
    },
    load: (articles) => inOrder(() => engine.load(articles)),
    replaceArticle: (articleId, chunks) => inOrder(() => engine.replaceInTurns({ articleId, chunks })),
    forgetVectors: () => inOrder(async () => engine.forgetVectors()),
    async retrieve(query, signal) {
      signal?.throwIfAborted();
      return engine.retrieve(query);
    },
    async search(query, signal) {
      signal?.throwIfAborted();
      return engine.search(query);
    },
    stats: async () => engine.stats(),
    save: (file, state) => writeEngine(engine, file, packed(state)),
    isLost: false,
    isAway: false,
    async close() {},
  };
}
