import { begunForAll, shared } from '../../../kit/waiting/patience.ts';
import { unlessAway } from '../article-texts.ts';
import type { IndexedArticle, KnowledgeStore } from '../store.ts';
import type { Heads, TitledHead } from './heads.ts';

/** Heads of one generation in the database, of which the process keeps next to nothing. */
export interface HeadsInDatabase extends Heads {
  /** Counts the articles again, unless counting takes a notable share of the time since the last count. */
  recount(): Promise<void>;
}

export function createHeadsInDatabase(
  store: Pick<
    KnowledgeStore,
    'headAt' | 'headCount' | 'headPage' | 'headsById' | 'headsSince' | 'leadingHeads' | 'toldHeads'
  >,
  generation: number,
  signal: AbortSignal,
): HeadsInDatabase {
  let size = 0;
  let countAfter = -Infinity;
  let leading: { readonly of: Promise<readonly IndexedArticle[]>; readonly at: number } | undefined;
  const titles = createTitles(store, generation, signal);
  return {
    get size() {
      return size;
    },
    inMemory: undefined,
    of: (ids) => store.headsById(generation, ids),
    at: (path) => store.headAt(generation, path),
    leading() {
      const now = performance.now();
      if (leading && now - leading.at < LEADING_KEPT_MS) return soon(leading.of);
      const earlier = leading?.of;
      const of = begunForAll(() => store.leadingHeads(generation, MOST_LEADING))
        .catch(unlessAway<readonly IndexedArticle[] | undefined>(undefined))
        .then((found) => found ?? earlier ?? []);
      leading = { of, at: now };
      return soon(of);
    },
    titles: async (most) => (size > most ? new Map<string, never>() : titles()),
    told: (like) => store.toldHeads(generation, like),
    page: (query) => store.headPage(generation, query),
    async recount() {
      const startedAt = performance.now();
      if (startedAt < countAfter) return;
      size = await store.headCount(generation);
      const tookMs = performance.now() - startedAt;
      countAfter = startedAt + tookMs * COUNT_PAUSE;
    },
  };
}

/** One who cannot wait for them goes on without. */
const soon = (heads: Promise<readonly IndexedArticle[]>) =>
  shared(heads).catch(unlessAway<readonly IndexedArticle[]>([]));

/** The titles of all articles, read when they are first asked for; later only those that have changed since. */
function createTitles(
  store: Pick<KnowledgeStore, 'headsSince'>,
  generation: number,
  signal: AbortSignal,
): () => Promise<ReadonlyMap<string, TitledHead>> {
  const known = new Map<string, TitledHead>();
  let seq = 0;
  let reading: Promise<void> | undefined;
  const read = async () => {
    for await (const page of store.headsSince(generation, seq)) {
      for (const { id, title, state, seq: changed } of page) {
        if (state === 'removed') known.delete(id);
        else known.set(id, { id, title });
        seq = changed;
      }
      signal.throwIfAborted();
    }
  };
  return async () => {
    reading ??= begunForAll(read).finally(() => (reading = undefined));
    await shared(reading);
    return known;
  };
}

/** Articles that stand for a site of any size, and for how long they are kept. */
const MOST_LEADING = 2_000;
const LEADING_KEPT_MS = 60_000;
/** Counting may take this part of the time at most. */
const COUNT_PAUSE = 50;
