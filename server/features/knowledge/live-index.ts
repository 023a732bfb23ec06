import type { IndexChunk, SearchIndex } from '../../ports/search-index.ts';
import { coalesced } from '../../work/coalesce.ts';
import type { YieldWhenIdle } from '../../work/idle.ts';
import type { Log } from '../../ports/log.ts';
import { createArticleTexts, type ArticleTexts } from './article-texts.ts';
import { parseSignature } from './indexing/embed.ts';
import { createLoopIndex } from './search-index/loop-index.ts';
import { createSearchIndexes, type SearchIndexes } from './search-index/search-index.ts';
import { articlesBehind } from './snapshot/open-index.ts';
import type { Snapshots } from './snapshot/snapshots.ts';
import type { Generation, IndexedArticle, KnowledgeStore, StoredChunk } from './store.ts';

/** The search structures of this process: from a snapshot or the store at start, and kept level with the store. */
export interface LiveIndex {
  /** Applies what has changed in the store, whoever changed it. Calls that come meanwhile are served by one more pass. */
  follow(): Promise<void>;
  /** Writes a snapshot when anything has changed since the last one; changes and questions go on meanwhile. */
  save(): Promise<void>;
  readonly index: SearchIndex;
  readonly generation: Generation | undefined;
  /** Head data of every article that the index knows and the host has. */
  readonly articles: ReadonlyMap<string, IndexedArticle>;
  /** Passages of the serving generation, as far as memory has room for them. */
  readonly texts: Pick<ArticleTexts, 'get'>;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}

export function createLiveIndex(deps: Following): LiveIndex {
  const { store, snapshots, log, indexes = createSearchIndexes() } = deps;
  const stopping = new AbortController();
  let serving: Serving = emptyServing(createLoopIndex());
  let reading: Promise<void> = Promise.resolve();

  const follow: () => Promise<void> = coalesced(async () => {
    const active = await store.active();
    if (!active) return;
    if (active.generation === serving.generation?.generation && !serving.index.isLost) {
      await keepUp(deps, serving);
      serving.generation = active;
      if (!(await indexes.isOutgrown(serving.index))) return;
    }
    // The new index is built aside and takes over in one step; the old one answers meanwhile.
    const before = serving;
    const { next, isFromSnapshot } = await opened({ ...deps, indexes }, active, lost);
    serving = next;
    if (isFromSnapshot)
      reading = readTexts(deps, next, stopping.signal).catch((error: unknown) =>
        log.warn({ err: String(error) }, 'texts stay in the database until they are asked for'),
      );
    await before.index.close();
  });

  /** What was being asked has failed; the structures are made anew, at once when questions need them. */
  const lost = (index: SearchIndex, reason: string) => {
    log.error({ reason }, 'the thread of the search index has died; the index is made anew');
    if (serving.index === index)
      void follow().catch((error: unknown) =>
        log.warn({ err: String(error) }, 'the index could not be made anew'),
      );
  };

  const save = coalesced(async () => {
    const { generation, index, seq, articles } = serving;
    if (!snapshots || !generation || seq === serving.savedSeq || index.isLost) return;
    const saved = serving;
    const known = Array.from(articles.values(), ({ id, seq, indexedAt }) => ({ id, seq, indexedAt }));
    if (await snapshots.save(generation, index, { seq, articles: known })) saved.savedSeq = seq;
  });

  return {
    follow,
    save,
    get index() {
      return serving.index;
    },
    get generation() {
      return serving.generation;
    },
    get articles() {
      return serving.articles;
    },
    get texts() {
      return serving.texts;
    },
    async close() {
      stopping.abort();
      await reading;
      await serving.index.close();
    },
  };
}

interface Serving {
  generation: Generation | undefined;
  readonly index: SearchIndex;
  readonly articles: Map<string, IndexedArticle>;
  readonly texts: ArticleTexts;
  seq: number;
  /** The sequence number of the snapshot on the disk. */
  savedSeq: number;
}

const emptyServing = (index: SearchIndex, generation?: Generation): Serving => ({
  generation,
  index,
  articles: new Map(),
  texts: createArticleTexts(),
  seq: 0,
  savedSeq: 0,
});

/** A generation's index, out of its snapshot or else out of the store. */
async function opened(
  deps: Following & { readonly indexes: SearchIndexes },
  active: Generation,
  onLost: (index: SearchIndex, reason: string) => void,
): Promise<{ readonly next: Serving; readonly isFromSnapshot: boolean }> {
  const { chunks } = await deps.store.counts(active.generation);
  const fresh = (): SearchIndex => {
    const index = deps.indexes.create(chunks, (reason) => onLost(index, reason));
    return index;
  };
  let index = fresh();
  try {
    const restored = await fromSnapshot(deps, active, index);
    if (restored) return { next: restored, isFromSnapshot: true };
    // What a snapshot of another state has left behind goes with its index.
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

/** The index of a snapshot, brought level with the store; `undefined` when there is none that fits the store. */
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

/** Reads the passages of articles that came with a snapshot into memory, as far as it has room for them. */
async function readTexts(
  { store, yieldWhenIdle }: Following,
  serving: Serving,
  signal: AbortSignal,
): Promise<void> {
  const { generation, articles, texts } = serving;
  const ids = [...articles.keys()];
  for (let at = 0; at < ids.length && !texts.isFull && !signal.aborted; at += textsAtOnce) {
    const wanted = ids.slice(at, at + textsAtOnce).filter((id) => texts.get(id) === undefined);
    const read = await store.chunksOf(generation?.generation ?? 0, wanted);
    for (const [id, chunks] of read)
      if (articles.has(id) && texts.get(id) === undefined) texts.set(id, chunks);
    await yieldWhenIdle();
  }
}

/** Articles per query of {@link readTexts}. */
const textsAtOnce = 50;

interface Following {
  readonly store: Pick<
    KnowledgeStore,
    'active' | 'articlesOf' | 'changedSince' | 'chunksOf' | 'counts' | 'lastSeq' | 'vectors'
  >;
  /** Where search structures are kept; without it every start reads the texts. */
  readonly snapshots?: Snapshots | undefined;
  /** Where search structures live, other than usual. */
  readonly indexes?: SearchIndexes;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly log: Log;
}

/** The articles of a generation for an empty engine. */
async function* everything({ store, yieldWhenIdle }: Following, into: Serving) {
  for await (const { article, stored, chunks } of changes(store, into)) {
    into.seq = article.seq;
    if (article.state === 'removed') continue;
    into.articles.set(article.id, article);
    into.texts.set(article.id, stored);
    await yieldWhenIdle();
    if (chunks.length > 0) yield { articleId: article.id, chunks };
  }
}

async function keepUp({ store, yieldWhenIdle, log }: Following, serving: Serving): Promise<void> {
  for await (const { article, stored, chunks } of changes(store, serving)) {
    if (article.state === 'removed') {
      if (serving.articles.delete(article.id))
        log.info({ article: article.id }, 'an article has left the index');
      serving.texts.delete(article.id);
      await serving.index.replaceArticle(article.id, []);
    } else {
      serving.articles.set(article.id, article);
      serving.texts.set(article.id, stored);
      await serving.index.replaceArticle(article.id, chunks);
    }
    serving.seq = article.seq;
    await yieldWhenIdle();
  }
}

/** What has changed since the last look, with the vectors of the generation's model. */
async function* changes(store: Following['store'], { generation, seq }: Serving) {
  if (!generation) return;
  const { signature } = generation;
  for await (const page of store.changedSince(generation.generation, seq)) {
    const keys = signature === '' ? [] : page.flatMap(({ chunks }) => chunks.map((chunk) => chunk.vectorKey));
    const vectors = await store.vectors(signature, keys);
    const { dimensions } = parseSignature(signature);
    for (const { article, chunks } of page) {
      yield {
        article,
        stored: chunks,
        chunks: chunks.map((chunk) => forEngine(article, chunk, vectors.get(chunk.vectorKey), dimensions)),
      };
    }
  }
}

function forEngine(
  article: IndexedArticle,
  chunk: StoredChunk,
  vector: Float32Array | undefined,
  dimensions: number,
): IndexChunk {
  return {
    id: chunk.identity,
    articleId: article.id,
    title: article.title,
    headingPath: chunk.headingPath,
    tags: [...article.tags, ...article.categories].map((term) => term.name),
    keywords: chunk.keywords,
    text: chunk.text,
    // The engine refuses an article whose vectors do not fit the others; its words are worth having all the same.
    ...(vector?.length === dimensions && { vector }),
  };
}
