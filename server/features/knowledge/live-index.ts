import type { RetrievalIndex, SearchIndex } from '../../ports/search-index.ts';
import { createBackoff } from '../../kit/backoff.ts';
import { coalesced } from '../../work/schedule/coalesce.ts';
import { createArticleTexts, type ArticleTexts } from './article-texts.ts';
import { changes, keepUp, renew, type Following, type Serving } from './follow-store.ts';
import { createLoopIndex } from '../../search/index/loop-index.ts';
import { createSearchIndexes, type SearchIndexes } from '../../search/index/search-index.ts';
import { createHeadsInMemory } from './heads/heads-in-memory.ts';
import type { Heads } from './heads/heads.ts';
import { articlesBehind } from './snapshot/open-index.ts';
import type { Generation } from './store.ts';

/** The search structures of this process: loaded from a snapshot or the store at the start, and kept up to date with the store. */
export interface LiveIndex {
  /** Applies changes of the store made by any process. Calls during a pass are served by one more pass. */
  follow(): Promise<void>;
  /** Writes a snapshot when anything has changed since the last one; changes and queries continue meanwhile. */
  save(): Promise<void>;
  readonly index: RetrievalIndex;
  readonly generation: Generation | undefined;
  readonly heads: Heads;
  /** Passages of the serving generation, as far as the cache has room. */
  readonly texts: Pick<ArticleTexts, 'get'>;
  /** The number of a new generation while it replaces the serving one. */
  readonly renewing: number | undefined;
  /** True while the search engine was away at the last pass; a pass soon finds it back. */
  readonly awaitsEngine: boolean;
  /** Ends a running pass early; from now on `follow` does nothing. */
  stop(): void;
  /** Resolves when background work has ended. */
  close(): Promise<void>;
}

/** The index of this process's own memory. */
export interface OwnLiveIndex extends LiveIndex {
  readonly index: SearchIndex;
}

export function createLiveIndex(given: Omit<Following, 'signal'>): OwnLiveIndex {
  const stopping = new AbortController();
  const deps: Following = { ...given, signal: stopping.signal };
  const { store, snapshots, log, indexes = createSearchIndexes() } = deps;
  let serving: Serving = emptyServing(createLoopIndex());
  let reading: Promise<void> = Promise.resolve();
  const starts = createBackoff({ firstMs: 10_000, longestMs: 10 * 60_000 });

  const follow: () => Promise<void> = coalesced(async () => {
    if (stopping.signal.aborted) return;
    await pass().catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
  });

  const pass = async () => {
    const active = await store.active();
    if (!active) return;
    const isLevel = serving.generation !== undefined && !serving.index.isLost;
    if (isLevel && (serving.index.isAway || !indexes.isLarge(await sizeOf(store, active)))) {
      if (active.generation === serving.generation?.generation) await keepUp(deps, serving);
      else await renew(deps, serving, active);
      serving.generation = active;
      return;
    }
    if (starts.isPausing) return;
    // The new index is built separately and replaces the old one in one step; the old one answers meanwhile.
    const before = serving;
    const { next, isFromSnapshot } = await opened({ ...deps, indexes }, active, lost);
    serving = next;
    starts.succeeded();
    if (isFromSnapshot)
      reading = readTexts(deps, next, stopping.signal).catch((error: unknown) =>
        log.warn(
          { err: String(error) },
          'texts could not be cached; they are read from the database on demand',
        ),
      );
    await before.index.close();
  };

  /** Running queries have failed, so the index is rebuilt at once; if it dies before it serves, at a later check. */
  const lost = (index: SearchIndex, reason: string) => {
    const isServing = serving.index === index;
    const pauseMs = isServing ? 0 : starts.failed();
    log.error({ reason, pauseMs }, 'the thread of the search index has died; the index is rebuilt');
    if (isServing)
      void follow().catch((error: unknown) =>
        log.warn({ err: String(error) }, 'the index could not be rebuilt'),
      );
  };

  const save = coalesced(async () => {
    const { generation, index, seq, articles } = serving;
    if (!snapshots || !generation || seq === serving.savedSeq || index.isLost || serving.renewing) return;
    const saved = serving;
    const known = Array.from(articles.values(), ({ id, seq, indexedAt }) => ({ id, seq, indexedAt }));
    if (await snapshots.save(generation, index, { seq, articles: known })) saved.savedSeq = seq;
  });

  return {
    follow,
    save,
    heads: createHeadsInMemory(() => serving.articles),
    get index() {
      return serving.index;
    },
    get generation() {
      return serving.generation;
    },
    get texts() {
      return serving.texts;
    },
    get renewing() {
      return serving.renewing;
    },
    awaitsEngine: false,
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await reading;
      await follow();
      await serving.index.close();
    },
  };
}

const emptyServing = (index: SearchIndex, generation?: Generation): Serving => ({
  generation,
  index,
  articles: new Map(),
  texts: createArticleTexts(),
  seq: 0,
  savedSeq: 0,
});

/** Expected number of chunks of a generation, waiting articles included. */
async function sizeOf(store: Following['store'], { generation }: Generation): Promise<number> {
  const { chunks, waiting } = await store.counts(generation);
  return chunks + waiting * chunksOfAnArticle;
}

/** Half the chunks of an article of 2,000 characters. The low estimate is deliberate: a thread for a small index costs more than moving into one later. */
const chunksOfAnArticle = 3;

/** A generation's index, from its snapshot or otherwise the store. */
async function opened(
  deps: Following & { readonly indexes: SearchIndexes },
  active: Generation,
  onLost: (index: SearchIndex, reason: string) => void,
): Promise<{ readonly next: Serving; readonly isFromSnapshot: boolean }> {
  const size = await sizeOf(deps.store, active);
  const fresh = (): SearchIndex => {
    const index = deps.indexes.create(size, (reason) => onLost(index, reason));
    return index;
  };
  let index = fresh();
  try {
    const restored = await fromSnapshot(deps, active, index);
    if (restored) return { next: restored, isFromSnapshot: true };
    // An index that has loaded a snapshot of another state is discarded.
    if ((await index.stats()).chunks > 0) {
      await index.close();
      index = fresh();
    }
    const next = emptyServing(index, active);
    await index.load(everything(deps, next));
    return { next, isFromSnapshot: false };
  } catch (error) {
    await index.close();
    throw error;
  }
}

/** The index of a snapshot, brought up to date with the store; `undefined` when no snapshot fits the store. */
async function fromSnapshot(
  deps: Following,
  active: Generation,
  index: SearchIndex,
): Promise<Serving | undefined> {
  const saved = await deps.snapshots?.open(active, index);
  if (!saved) return undefined;
  const articles = await articlesBehind(deps.store, active, saved);
  if (!articles) {
    deps.log.warn(
      {},
      'the snapshot of the index belongs to another state of the database; the texts are read',
    );
    return undefined;
  }
  const { seq } = saved;
  const next = { generation: active, index, articles, texts: createArticleTexts(), seq, savedSeq: seq };
  await keepUp(deps, next);
  return next;
}

/** Caches the passages of articles loaded from a snapshot, as far as there is room. */
async function readTexts(
  { store, yieldWhenIdle }: Following,
  serving: Serving,
  signal: AbortSignal,
): Promise<void> {
  const { generation, articles, texts } = serving;
  const isServing = () => !serving.renewing && serving.generation?.generation === generation?.generation;
  const ids = [...articles.keys()];
  for (let at = 0; at < ids.length && !texts.isFull && !signal.aborted && isServing(); at += textsAtOnce) {
    const wanted = ids.slice(at, at + textsAtOnce).filter((id) => texts.get(id) === undefined);
    const read = await store.chunksOf(generation?.generation ?? 0, wanted);
    if (!isServing()) return;
    for (const [id, chunks] of read)
      if (articles.has(id) && texts.get(id) === undefined) texts.set(id, chunks);
    await yieldWhenIdle();
  }
}

/** Articles per query of {@link readTexts}. */
const textsAtOnce = 50;

/** The articles of a generation for an empty engine. */
async function* everything(deps: Following, into: Serving) {
  const { yieldWhenIdle } = deps;
  for await (const { article, stored, chunks } of changes(deps, into)) {
    deps.signal?.throwIfAborted();
    into.seq = article.seq;
    if (article.state === 'removed') continue;
    into.articles.set(article.id, article);
    into.texts.set(article.id, stored);
    if (chunks.length === 0) continue;
    await yieldWhenIdle();
    yield { articleId: article.id, chunks };
  }
}
