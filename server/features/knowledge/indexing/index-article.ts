import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { explained, type Words } from '../../../kit/explained.ts';
import { Fault } from '../../../kit/fault.ts';
import { sha256 } from '../../../kit/ids.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import type { YieldWhenIdle } from '../../../work/idle.ts';
import type { Article, ArticleHead, Host } from '../../../ports/host.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { Cutter } from '../cutting/cutter.ts';
import { isSameContent, stamped } from '../extraction/version.ts';
import type { Embedder } from './embedder.ts';
import type { NameKeywords } from './keywords.ts';
import type { ArticleEntry, KnowledgeStore, StoredChunk } from '../store.ts';
import { createWriteTogether } from './write-together.ts';

export interface ArticleIndexer {
  /**
   * Brings one article of a generation up to date: reads it from the host, and chunks and embeds only what has
   * changed. Resolves with the outcome; a failing article is recorded as `failed` and keeps its previous passages.
   */
  index(
    head: ArticleHead,
    generation: number,
    onStage?: (stage: IndexStage) => void,
    signal?: AbortSignal,
  ): Promise<IndexOutcome>;
  /** The article is no longer published. */
  remove(id: string, generation: number): Promise<void>;
  /** Removed by the administrator until it changes; false when nothing of it was in the index. */
  clear(id: string, generation: number): Promise<boolean>;
}

export type IndexStage = 'fetching_content' | 'chunking' | 'keywords' | 'embedding';

export interface IndexOutcome {
  readonly state: 'indexed' | 'failed' | 'removed' | 'unchanged';
  readonly chunks: number;
  readonly error: Words;
}

/** Creates the indexing of one article: read, extract, chunk, embed, store. Only the host, the keywords and the vectors need I/O. */
export function createArticleIndexer(deps: {
  readonly host: Pick<Host, 'article'>;
  readonly store: KnowledgeStore;
  readonly embedder: Embedder;
  readonly cutter: Pick<Cutter, 'cut'>;
  readonly chunking: () => Promise<ConfigGroups['chunking']>;
  readonly keywords: NameKeywords;
  readonly yieldWhenIdle: YieldWhenIdle;
  readonly now: () => number;
}): ArticleIndexer {
  const { host, store, yieldWhenIdle } = deps;
  const together = createWriteTogether(store.putAll);

  const put = (
    head: ArticleHead,
    generation: number,
    end: Partial<ArticleEntry> & { readonly blocks?: readonly TaskBlock[] },
    chunks?: readonly StoredChunk[],
  ) =>
    together.put({
      generation,
      article: { ...head, state: 'indexed', contentHash: '', error: '', ...end },
      chunks,
      now: deps.now(),
    });

  const takeOut = (state: 'removed' | 'cleared') => async (id: string, generation: number) => {
    const known = await store.article(generation, id);
    if (!known || known.state === state) return false;
    await store.put(generation, { ...known, state, contentHash: '', error: '' }, [], deps.now());
    return true;
  };
  const removeOwn = takeOut('removed');
  /** Of an article of another source nothing is left, not even its title: the source may be removed while a crawl still knows it. */
  const remove = async (id: string, generation: number) => {
    if (sourceOf(id) === undefined) await removeOwn(id, generation);
    else await store.erase(generation, [id], deps.now());
  };

  const cutOf = async ({ title, body }: Article, signal = new AbortController().signal) =>
    deps.cutter.cut({ title, body, options: await deps.chunking() }, signal);

  /** Adds keywords; unchanged passages keep theirs, so that they are not paid for again. */
  const withKeywords = async (
    article: Article,
    chunks: readonly StoredChunk[],
    before: readonly StoredChunk[],
    { onAsk, signal }: { readonly onAsk: () => void; readonly signal: AbortSignal | undefined },
  ) => {
    const known = new Map(before.map(({ vectorKey, keywords }) => [vectorKey, keywords]));
    const fresh = chunks.filter(({ vectorKey }) => !known.has(vectorKey));
    const named = new Map(
      (await deps.keywords(article, fresh, onAsk, signal)).map((chunk) => [chunk.identity, chunk.keywords]),
    );
    return chunks.map((chunk) => ({
      ...chunk,
      keywords: known.get(chunk.vectorKey) ?? named.get(chunk.identity) ?? [],
    }));
  };

  const index: ArticleIndexer['index'] = async (head, generation, onStage = () => {}, signal) => {
    onStage('fetching_content');
    const article = await host.article(head.id, signal);
    if (!article || article.visibility !== 'public') {
      await remove(head.id, generation);
      return { state: 'removed', chunks: 0, error: '' };
    }
    onStage('chunking');
    const known = await store.article(generation, head.id);
    const contentHash = hashOf(article);
    const sameText = known?.contentHash === contentHash;
    if (sameText && known.state === 'indexed') {
      await put(article, generation, { contentHash });
      return { state: 'unchanged', chunks: known.chunkCount, error: '' };
    }
    const isReadAgain = known !== undefined && isSameContent(known.contentHash, contentHash);
    const before = isReadAgain ? ((await store.chunksOf(generation, [head.id])).get(head.id) ?? []) : [];
    // If only vectors are missing, the passages and their paid keywords stay.
    const cut = sameText && before.length > 0 ? undefined : await cutOf(article, signal);
    const onAsk = () => onStage('keywords');
    const chunks = cut ? await withKeywords(article, cut.chunks, before, { onAsk, signal }) : before;
    onStage('embedding');
    const error = await deps.embedder.ensure(article, chunks, generation, signal).then(
      () => '',
      // Without vectors the article is still found by its words; the failure is shown and retried.
      (reason: unknown) => wordsOf(reason, signal),
    );
    await yieldWhenIdle();
    const state = error ? 'failed' : 'indexed';
    const quoted = cut && chunks.length > 0 && { blocks: cut.blocks };
    await put(article, generation, { contentHash, state, error, ...quoted }, chunks);
    return { state, chunks: chunks.length, error };
  };

  return {
    remove,
    clear: takeOut('cleared'),
    index: (head, generation, onStage, signal) =>
      together.track(async () => {
        try {
          return await index(head, generation, onStage, signal);
        } catch (reason) {
          const error = wordsOf(reason, signal);
          const known = await store.article(generation, head.id);
          await put(head, generation, {
            ...(known && { contentHash: known.contentHash }),
            state: 'failed',
            error,
          });
          return { state: 'failed', chunks: known?.chunkCount ?? 0, error };
        }
      }),
  };
}

/** Hash input of an article: only the fields that passages depend on, so that visits and excerpts do not cause re-indexing. */
const hashOf = (article: Article): string =>
  stamped(
    sha256(
      JSON.stringify([
        article.title,
        article.tags.map((tag) => tag.name),
        article.categories.map((category) => category.name),
        // Halves of characters as escapes of JSON take a hundred times as long.
        { ...article.body, text: article.body.text.toWellFormed() },
      ]),
    ),
  );

function wordsOf(reason: unknown, signal: AbortSignal | undefined): Words {
  if (signal?.aborted) throw reason;
  return reason instanceof Fault
    ? reason.words
    : explained('article_unreadable', { reason: String(reason).slice(0, 200) });
}
