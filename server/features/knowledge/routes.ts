import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { chunksShown, knowledge } from '../../../contract/knowledge.ts';
import { explained } from '../../kit/explained.ts';
import { notFound } from '../../kit/fault.ts';
import { sourceOf } from '../../kit/records/source-ids.ts';
import { implement } from '../../http/implement.ts';
import type { Article } from '../../ports/host.ts';
import { listedPage } from './article-list.ts';
import { createIndexStats, type IndexStatsDeps } from './index-stats.ts';
import { watchArticle } from './indexing/article-progress.ts';
import type { Chunk } from './indexing/chunk.ts';
import type { RemovalHold } from './indexing/removal-hold.ts';
import type { LiveIndex } from './live-index.ts';
import { createArticleRebuild, type RebuildArticleDeps } from './rebuild/rebuild-article.ts';
import { watchRebuild } from './rebuild/rebuild-progress.ts';
import type { Rebuild } from './rebuild/rebuild.ts';
import { readPathRules } from './scopes/propose-rules.ts';
import type { KnowledgeStore } from './store.ts';

export interface KnowledgeRouteDeps extends RebuildArticleDeps, IndexStatsDeps {
  readonly live: LiveIndex;
  readonly store: KnowledgeStore;
  readonly rebuild: Rebuild;
  /** Time in milliseconds that a progress stream waits for a rebuild to begin. */
  readonly beginMs: number;
  /** An article cut with the saved settings, some of them overridden. */
  readonly preview: (
    article: Article,
    chunking: Partial<ConfigGroups['chunking']>,
  ) => Promise<readonly Chunk[]>;
  readonly hold: Pick<RemovalHold, 'held' | 'confirm'>;
}

/** A passage for the console; one of a preview has no keywords. */
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
  const { live, store, rebuild, config } = deps;
  const article = createArticleRebuild(deps);
  const stats = createIndexStats(deps);

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

    stats: stats.all,
    sidebarStats: stats.short,

    articles: async ({ query }) => listedPage(await live.heads.page(query), await config.read('chunking')),

    chunks: async ({ params: { name } }) => {
      const found = live.generation
        ? ((await store.chunksOf(live.generation.generation, [name])).get(name) ?? [])
        : [];
      return { postName: name, chunks: found.slice(0, chunksShown).map(shownIn(name)) };
    },

    previewChunks: async ({ params: { name }, body }, { signal }) => {
      const found = await deps.host.article(name, signal);
      if (!found || found.visibility !== 'public') throw notFound('Article');
      const chunks = await deps.preview(found, body.chunking);
      return {
        postName: name,
        total: chunks.length,
        chunks: chunks.slice(0, chunksShown).map(shownIn(name)),
      };
    },

    rebuildArticle: async ({ params }) => {
      const { state, chunks } = await article.rebuild(params.name);
      const message =
        state === 'removed'
          ? 'The article is not published and left the index'
          : `The article is indexed in ${chunks} passages`;
      return { success: true as const, chunkCount: chunks, message };
    },

    rebuildArticleProgress: ({ params }) => watchArticle((onStage) => article.rebuild(params.name, onStage)),

    // Rules read the paths of the site's own pages.
    pathRules: async () => {
      const own = Iterator.from(await live.heads.leading()).filter(({ id }) => sourceOf(id) === undefined);
      return readPathRules([...own], (await config.read('search')).pathRules);
    },

    confirmRemoval: async () => {
      const removed = await deps.hold.confirm('');
      if (removed === 0) throw notFound('A removal to confirm');
      return {
        success: true as const,
        count: removed,
        message: `${removed} articles leave the index in a moment, unless the site lists them again`,
      };
    },

    clearArticle: async ({ params }, { nothingChanged }) => {
      if (!(await article.clear(params.name))) nothingChanged();
      return {
        success: true as const,
        message: 'The article is out of the index until it changes or is rebuilt',
      };
    },
  });
}
