import { awaitedLater } from '../../kit/waiting/awaited-later.ts';
import type { IndexChunk, SearchIndex } from '../../ports/search-index.ts';
import type { YieldWhenIdle } from '../../work/idle.ts';
import type { Log } from '../../ports/log.ts';
import type { ArticleTexts } from './article-texts.ts';
import { parseSignature } from './indexing/embed.ts';
import type { SearchIndexes } from '../../search/index/search-index.ts';
import type { Snapshots } from './snapshot/snapshots.ts';
import type { Generation, IndexedArticle, KnowledgeStore, StoredChunk } from './store.ts';

/** An index in memory with the sequence number up to which it follows the store. */
export interface Serving {
  generation: Generation | undefined;
  readonly index: SearchIndex;
  readonly articles: Map<string, IndexedArticle>;
  readonly texts: ArticleTexts;
  seq: number;
  /** The sequence number of the snapshot on the disk. */
  savedSeq: number;
  renewing?: number | undefined;
}

export interface Following {
  readonly store: Pick<
    KnowledgeStore,
    'active' | 'articlesOf' | 'changedSince' | 'chunksOf' | 'counts' | 'lastSeq' | 'vectors'
  >;
  /** Files of search structures; without them every start reads the texts. */
  readonly snapshots?: Snapshots | undefined;
  /** Overrides where search structures live. */
  readonly indexes?: SearchIndexes;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly log: Log;
  /** Ends a running pass after the current article. */
  readonly signal?: AbortSignal;
}

/**
 * Replaces the serving articles by those of another generation one by one, so that memory never contains two indexes:
 * each article is found by its old passages, then by its new ones. Vectors of two models are never compared: if the
 * model changes, only words are searched until all articles are replaced. Rejects with the signal's reason when aborted.
 */
export async function renew(deps: Following, serving: Serving, next: Generation): Promise<void> {
  if (serving.generation && serving.generation.signature !== next.signature) {
    serving.generation = { ...serving.generation, signature: '' };
    await serving.index.forgetVectors();
  }
  const done = new Set<string>();
  serving.renewing = next.generation;
  const renewed = { ...serving, generation: next, seq: 0 };
  await keepUp(deps, renewed, (id) => done.add(id));
  // After an abort, the remaining articles must not be treated as removed.
  deps.signal?.throwIfAborted();
  for (const id of serving.articles.keys()) {
    if (done.has(id)) continue;
    await takeOut(serving, id);
    await deps.yieldWhenIdle();
  }
  Object.assign(serving, { seq: renewed.seq, savedSeq: 0, renewing: undefined });
}

async function takeOut({ index, articles, texts }: Serving, id: string): Promise<void> {
  articles.delete(id);
  texts.delete(id);
  await index.replaceArticle(id, []);
}

/**
 * Applies the changes that were in the store at the start. Later ones wait for the next call: during the first crawl
 * of a site this would never end, and an index in the event loop would exceed its size.
 */
export async function keepUp(
  deps: Following,
  serving: Serving,
  onArticle?: (id: string) => void,
): Promise<void> {
  const last = await deps.store.lastSeq();
  // While the thread of the index applies a change, the next one is read and queued: the thread runs its calls in
  // order.
  let earlier: Promise<void> = Promise.resolve();
  let left = 0;
  const inOrder = async (before: Promise<void>, change: Change): Promise<void> => {
    if (change.article.state === 'removed' && serving.articles.has(change.article.id)) left += 1;
    await Promise.all([before, apply(serving, change)]);
    onArticle?.(change.article.id);
    serving.seq = change.article.seq;
  };
  for await (const change of changes(deps, serving)) {
    if (change.article.seq > last || deps.signal?.aborted === true) break;
    const done = awaitedLater(inOrder(earlier, change));
    await earlier;
    earlier = done;
    await deps.yieldWhenIdle();
  }
  await earlier;
  if (left > 0) deps.log.info({ articles: left }, 'articles have left the index');
}

/** Resolves when the index contains the article's current state. */
async function apply(serving: Serving, { article, stored, chunks }: Change): Promise<void> {
  const { id } = article;
  if (article.state === 'removed') await takeOut(serving, id);
  else {
    serving.articles.set(id, article);
    serving.texts.set(id, stored);
    await serving.index.replaceArticle(id, chunks);
  }
}

/** A change of the store in the form that the index takes. */
interface Change {
  readonly article: IndexedArticle;
  readonly stored: readonly StoredChunk[];
  readonly chunks: readonly IndexChunk[];
}

/** The changes since a sequence number, with the vectors of the generation's model. Yields after each page. */
export async function* changes(
  {
    store,
    yieldWhenIdle,
  }: Pick<Following, 'yieldWhenIdle'> & { readonly store: Pick<KnowledgeStore, 'changedSince' | 'vectors'> },
  { generation, seq }: Pick<Serving, 'generation' | 'seq'>,
): AsyncGenerator<Change> {
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
    await yieldWhenIdle();
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
    // The engine refuses an article whose vectors have other dimensions; it is indexed by its words alone.
    ...(vector?.length === dimensions && { vector }),
  };
}
