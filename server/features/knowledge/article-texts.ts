import { isDatabaseUnavailable } from '../../kit/database.ts';
import type { KnowledgeStore, StoredChunk } from './store.ts';

/** Text that is kept in memory at most, in UTF-16 units: sites of some ten thousand passages as a whole. */
const keptLength = 24_000_000;

/** The passages of articles in memory, as far as there is room; what came first stays. */
export interface ArticleTexts {
  /** No room is left for anything of the usual size. */
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
 * The texts of what a search has found: from memory where they are kept, else from the store. During an outage of the
 * database a search goes on with those in memory.
 */
export function createTextLookup(deps: {
  readonly live: { readonly texts: Pick<ArticleTexts, 'get'>; readonly renewing: number | undefined };
  readonly store: Texts;
}): Texts {
  const { live, store } = deps;
  /** While a new generation takes the place of the old one article by article, a passage is in either. */
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

/** During an outage of the database `nothing`; any other failure is thrown. */
export const unlessAway =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (isDatabaseUnavailable(error)) return nothing;
    throw error;
  };
