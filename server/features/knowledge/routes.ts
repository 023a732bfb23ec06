import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { chunksShown, knowledge } from '../../../contract/knowledge.ts';
import { explained } from '../../kit/explained.ts';
import { notFound, unavailable } from '../../kit/fault.ts';
import { implement } from '../../http/implement.ts';
import type { Article, Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import { listArticles } from './article-list.ts';
import { watchArticle } from './indexing/article-progress.ts';
import type { Chunk } from './indexing/chunk.ts';
import type { Cost } from './rebuild/cost.ts';
import type { RebuildLock } from './rebuild/rebuild-lock.ts';
import type { ArticleIndexer, IndexOutcome, IndexStage } from './indexing/index-article.ts';
import type { LiveIndex } from './live-index.ts';
import { isOutdated } from './rebuild/index-settings.ts';
import { watchRebuild } from './rebuild/rebuild-progress.ts';
import { isRunning } from './rebuild/rebuild-state.ts';
import type { RemovalHold } from './indexing/removal-hold.ts';
import type { Rebuild } from './rebuild/rebuild.ts';
import type { IndexSettings, KnowledgeStore } from './store.ts';

export interface KnowledgeRouteDeps {
  readonly live: LiveIndex;
  readonly store: KnowledgeStore;
  readonly rebuild: Rebuild;
  /** A stream of the progress waits so long for a rebuild to begin, in milliseconds. */
  readonly beginMs: number;
  readonly rebuildLock: Pick<RebuildLock, 'one'>;
  readonly indexer: ArticleIndexer;
  readonly host: Pick<Host, 'article'>;
  /** An article cut with the saved settings and some in their place. */
  readonly preview: (
    article: Article,
    chunking: Partial<ConfigGroups['chunking']>,
  ) => Promise<readonly Chunk[]>;
  readonly config: Pick<Config, 'read'>;
  readonly plan: () => Promise<IndexSettings>;
  readonly cost: Cost;
  readonly hold: Pick<RemovalHold, 'held' | 'confirm'>;
  /** Looks at the site soon. */
  readonly hint: () => void;
  /** Tells every process that the index has changed. */
  readonly changed: () => Promise<void>;
}

/** A passage as the console shows it; one that is only tried has no keywords. */
const shownIn = (name: string) => (chunk: ChunkShown) => ({
  id: `${name}_${chunk.index}`,
  postId: name,
  content: chunk.text,
  chunkIndex: chunk.index,
  keywords: (chunk.keywords ?? []).join(','),
  headingPath: [...chunk.headingPath],
  anchor: chunk.anchor,
  tokens: chunk.tokens,
});
type ChunkShown = Chunk & { readonly keywords?: readonly string[] };

export function knowledgeRoutes(deps: KnowledgeRouteDeps) {
  const { live, store, rebuild, rebuildLock: exclusion, indexer, config } = deps;

  const serving = () => {
    if (!live.generation) throw unavailable(explained('index_none'));
    return live.generation.generation;
  };

  /** Rebuilds one article although nothing about it has changed; one that is not published is taken out. */
  const rebuildArticle = (name: string, onStage?: (stage: IndexStage) => void): Promise<IndexOutcome> =>
    exclusion.one(async (signal) => {
      const generation = serving();
      const article = await deps.host.article(name, signal);
      const known = await store.article(generation, name);
      if (!article && (!known || known.state === 'removed')) throw notFound('Article');
      await store.forgetContent(generation, name);
      const outcome = article
        ? await indexer.index(article, generation, onStage, signal)
        : await indexer
            .remove(name, generation)
            .then(() => ({ state: 'removed' as const, chunks: 0, error: '' }));
      await deps.changed();
      if (outcome.state === 'failed') throw unavailable(outcome.error);
      return outcome;
    });

  const counts = async () => ({
    ...(live.generation
      ? await store.counts(live.generation.generation)
      : { articles: 0, failed: 0, chunks: 0, keywordChunks: 0 }),
    total: live.articles.size,
  });

  /** The index that is to come: while it is built, and while its rebuild has yet to begin. */
  const planned = async () => {
    const progress = await rebuild.progress();
    const status = isRunning(progress) ? ('indexing' as const) : ('idle' as const);
    const { generation } = live;
    const wanted = await deps.plan();
    const outdated = generation !== undefined && isOutdated(generation, wanted);
    if (!generation || (status === 'idle' && !outdated)) return { status, outdated };
    const cost = await deps.cost(generation, wanted, await config.read('chunking'));
    const estimatedTokens = wanted.signature === '' ? 0 : (progress.estimatedTokens ?? cost.estimatedTokens);
    return {
      status,
      outdated,
      plannedEmbedding: wanted.signature,
      estimatedTokens,
      ...(status === 'idle' && { rebuild: cost }),
    };
  };

  return implement(knowledge, {
    rebuild: async () => {
      if ((await rebuild.start(await deps.plan())) === 'running') {
        return {
          success: false as const,
          status: 'already_indexing' as const,
          message: explained('rebuild_runs').text,
        };
      }
      return {
        status: 'started' as const,
        message: 'The rebuild has started; the old index serves until it is done',
      };
    },

    rebuildProgress: (_input, { signal }) => watchRebuild(rebuild, signal, deps.beginMs),

    cancelRebuild: async () => {
      if (!(await rebuild.cancel())) throw notFound('A running rebuild');
      return { success: true as const, message: 'The rebuild stops at its next step; the old index serves' };
    },

    stats: async () => {
      const { articles, failed, chunks, keywordChunks, total } = await counts();
      return {
        chunkCount: chunks,
        indexedArticles: articles,
        failedArticles: failed,
        keywordChunks,
        totalArticles: total,
        heldArticles: await deps.hold.held(),
        embedding: live.generation?.signature ?? '',
        ...(await planned()),
      };
    },

    sidebarStats: async () => {
      const { articles, failed, chunks } = await counts();
      const { queryRewriteToggle, hydeEnabled, rerankToggle, crossLanguageEnabled } =
        await config.read('enhancement');
      const active = [queryRewriteToggle, hydeEnabled, rerankToggle, crossLanguageEnabled].filter(
        Boolean,
      ).length;
      return { chunks, indexed: articles, failed, enhancementActive: active, enhancementTotal: 4 };
    },

    articles: async ({ query }) =>
      listArticles([...live.articles.values()], query, await config.read('chunking')),

    chunks: async ({ params: { name } }) => {
      const found = live.generation
        ? ((await store.chunksOf(live.generation.generation, [name])).get(name) ?? [])
        : [];
      return { postName: name, chunks: found.slice(0, chunksShown).map(shownIn(name)) };
    },

    previewChunks: async ({ params: { name }, body }, { signal }) => {
      const article = await deps.host.article(name, signal);
      if (!article || article.visibility !== 'public') throw notFound('Article');
      const chunks = await deps.preview(article, body.chunking);
      return {
        postName: name,
        total: chunks.length,
        chunks: chunks.slice(0, chunksShown).map(shownIn(name)),
      };
    },

    rebuildArticle: async ({ params }) => {
      const { state, chunks } = await rebuildArticle(params.name);
      const message =
        state === 'removed'
          ? 'The article is not published and left the index'
          : `The article is indexed in ${chunks} passages`;
      return { success: true as const, chunkCount: chunks, message };
    },

    rebuildArticleProgress: ({ params }) => watchArticle((onStage) => rebuildArticle(params.name, onStage)),

    confirmRemoval: async () => {
      const removed = await deps.hold.confirm();
      if (removed === 0) throw notFound('A removal to confirm');
      deps.hint();
      return {
        success: true as const,
        count: removed,
        message: `${removed} articles leave the index in a moment, unless the site lists them again`,
      };
    },

    clearArticle: async ({ params }) => {
      await exclusion.one(() => indexer.clear(params.name, serving()));
      await deps.changed();
      return {
        success: true as const,
        message: 'The article is out of the index until it changes or is rebuilt',
      };
    },
  });
}
