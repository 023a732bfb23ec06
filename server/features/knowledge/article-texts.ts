import { isDatabaseUnavailable } from '../../kit/database.ts';
import type { KnowledgeStore, StoredChunk } from './store.ts';

/** Size of the cache in UTF-16 units: the whole text of a site of some ten thousand passages. */
const keptLength = 24_000_000;

/** Caches passages of articles in memory. Articles read first stay; when the cache is full, later ones are not cached. */
export interface ArticleTexts {
  /** The cache is full: not even an article of the usual size fits. */
  readonly isFull: boolean;
  set(articleId: string, chunks: readonly StoredChunk[]): void;
  delete(articleId: string): void;
  get(articleId: string): readonly StoredChunk[] | undefined;
}

export function createArticleTexts(): ArticleTexts {
  const kept = new Map<string, readonly StoredChunk[]>();
  let used = 0;
  const remove = (id: string) => {
    used -= lengthOf(kept.get(id) ?? []);
    kept.delete(id);
  };
  let isFull = false;
  return {
    get isFull() {
      return isFull;
    },
    set(id, chunks) {
      remove(id);
      const length = lengthOf(chunks);
      isFull = used + length > keptLength;
      if (isFull) return;
      used += length;
      kept.set(id, chunks);
    },
    delete: remove,
    get: (id) => kept.get(id),
  };
}

const lengthOf = (chunks: readonly StoredChunk[]): number =>
  chunks.reduce((sum, { text }) => sum + text.length, 0);

type Texts = Pick<KnowledgeStore, 'passages' | 'chunksOf'>;

/**
 * Reads the passages that a search found, from the cache or else from the store. During an outage of the database,
 * only the cached ones are returned.
 */
export function createTextLookup(deps: {
  readonly live: { readonly texts: Pick<ArticleTexts, 'get'>; readonly renewing: number | undefined };
  readonly store: Texts;
}): Texts {
  const { live, store } = deps;
  /** While a new generation replaces the old one article by article, a passage may belong to either. */
  const generations = (serving: number) =>
    live.renewing === undefined ? [serving] : [serving, live.renewing];
  return {
    async passages(generation, wanted) {
      const inMemory = wanted.flatMap(({ articleId, identity }) => {
        const chunk = live.texts.get(articleId)?.find((one) => one.identity === identity);
        return chunk ? [{ articleId, chunk }] : [];
      });
      const others = wanted.filter(({ articleId }) => live.texts.get(articleId) === undefined);
      if (others.length === 0) return inMemory;
      const read = generations(generation).map((from) => store.passages(from, others).catch(unlessAway([])));
      const stored = new Map(
        (await Promise.all(read)).flat().map((one) => [`${one.articleId} ${one.chunk.identity}`, one]),
      );
      return [...inMemory, ...stored.values()];
    },

    async chunksOf(generation, ids) {
      const others = ids.filter((id) => live.texts.get(id) === undefined);
      const stored = new Map<string, readonly StoredChunk[]>();
      for (const from of others.length === 0 ? [] : generations(generation))
        for (const [id, chunks] of await store
          .chunksOf(from, others)
          .catch(unlessAway(new Map<string, never>())))
          if (chunks.length > 0) stored.set(id, chunks);
      return new Map(ids.map((id) => [id, [...(live.texts.get(id) ?? stored.get(id) ?? [])]]));
    },
  };
}

/** Returns `nothing` during an outage of the database; throws any other failure. */
export const unlessAway =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (isDatabaseUnavailable(error)) return nothing;
    throw error;
  };
