import type { Config } from '../config/config.ts';
import type { LiveIndex } from './live-index.ts';
import type { Cost } from './rebuild/cost.ts';
import { isOutdated } from './rebuild/index-settings.ts';
import type { KnowledgeStats, RebuildProgress } from '../../../contract/knowledge.ts';
import { isRunning } from './rebuild/rebuild-state.ts';
import type { Rebuild } from './rebuild/rebuild.ts';
import { sumOf } from './indexing/follow-list.ts';
import type { RemovalHold } from './indexing/removal-hold.ts';
import type { IndexSettings, KnowledgeStore } from './store.ts';

export interface IndexStatsDeps {
  readonly live: Pick<LiveIndex, 'generation' | 'heads'>;
  readonly store: Pick<KnowledgeStore, 'counts'>;
  readonly rebuild: Pick<Rebuild, 'progress'>;
  readonly config: Pick<Config, 'read'>;
  readonly plan: () => Promise<IndexSettings>;
  readonly cost: Cost;
  readonly hold: Pick<RemovalHold, 'held'>;
}

/** Figures on the serving index and on the one being built. */
export function createIndexStats({ live, store, rebuild, config, plan, cost, hold }: IndexStatsDeps) {
  const counts = async () => {
    const counted = live.generation
      ? await store.counts(live.generation.generation)
      : { articles: 0, failed: 0, chunks: 0, keywordChunks: 0 };
    // The list in memory follows the store a moment later.
    return { ...counted, total: Math.max(live.heads.size, counted.articles + counted.failed) };
  };

  /** The next index, while it is being built or about to be. */
  const planned = async () => {
    const progress = await rebuild.progress();
    const status = isRunning(progress) ? ('indexing' as const) : ('idle' as const);
    const failure = failureIn(progress);
    const { generation } = live;
    const wanted = await plan();
    const outdated = generation !== undefined && isOutdated(generation, wanted);
    if (!generation || (status === 'idle' && !outdated)) return { status, outdated, ...failure };
    const costs = await cost(generation, wanted, await config.read('chunking'));
    const estimatedTokens = wanted.signature === '' ? 0 : (progress.estimatedTokens ?? costs.estimatedTokens);
    return {
      status,
      outdated,
      ...failure,
      plannedEmbedding: wanted.signature,
      estimatedTokens,
      ...(status === 'idle' && { rebuild: costs }),
    };
  };

  /** State of the vectors; without vectors only words are searched. */
  const vectors = async (): Promise<KnowledgeStats['vectors']> => {
    const [progress, wanted] = [await rebuild.progress(), await plan()];
    if (wanted.signature === '') return { state: 'none' };
    if (live.generation?.signature === wanted.signature) return { state: 'complete' };
    if (isRunning(progress)) return { state: 'building' };
    const { rebuildFailure } = failureIn(progress);
    return rebuildFailure ? { state: 'failing', reason: rebuildFailure.error } : { state: 'waiting' };
  };

  return {
    async all() {
      const { '': ofSite = 0, ...ofSources } = Object.fromEntries(await hold.held());
      const { articles, failed, chunks, keywordChunks, total } = await counts();
      return {
        chunkCount: chunks,
        indexedArticles: articles,
        failedArticles: failed,
        keywordChunks,
        totalArticles: total,
        heldArticles: ofSite,
        heldInSources: sumOf(Object.values(ofSources)),
        embedding: live.generation?.signature ?? '',
        ...(await planned()),
        vectors: await vectors(),
      };
    },

    async short() {
      const { articles, failed, chunks } = await counts();
      const { queryRewriteToggle, hydeEnabled, rerankToggle, crossLanguageEnabled } =
        await config.read('enhancement');
      const active = [queryRewriteToggle, hydeEnabled, rerankToggle, crossLanguageEnabled].filter(
        Boolean,
      ).length;
      return { chunks, indexed: articles, failed, enhancementActive: active, enhancementTotal: 4 };
    },
  };
}

/** Failure of the last rebuild, unless it was cancelled. */
function failureIn({ phase, cancelled, errorMessage, endedAt }: RebuildProgress) {
  if (phase !== 'error' || cancelled) return {};
  return { rebuildFailure: { error: errorMessage ?? '', ...(endedAt !== undefined && { endedAt }) } };
}
