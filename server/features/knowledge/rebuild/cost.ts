import { isRecent } from '../../../kit/calendar.ts';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { KnowledgeStats } from '../../../../contract/knowledge.ts';
import { batchSize } from '../indexing/embed.ts';
import { hasOtherChunking } from './index-settings.ts';
import type { Generation, IndexSettings, KnowledgeStore } from '../store.ts';

/** Life of a cached estimate; pages request it repeatedly. */
const freshMs = 30_000;

export type RebuildCost = NonNullable<KnowledgeStats['rebuild']>;

/** Estimated model usage of a rebuild with these settings; vectors that exist are not paid for again. */
export type Cost = (
  serving: Generation,
  plan: IndexSettings,
  chunking: ConfigGroups['chunking'],
) => Promise<RebuildCost>;

export function createCost(deps: {
  readonly store: Pick<KnowledgeStore, 'tokensWithoutVector' | 'sizeOf' | 'counts'>;
  readonly now: () => number;
}): Cost {
  const { store, now } = deps;
  let last: { readonly key: string; readonly at: number; readonly cost: Promise<RebuildCost> } | undefined;

  const estimate: Cost = async (serving, plan, chunking) => {
    const { generation } = serving;
    const { articles, chunks } = await store.counts(generation);
    // With other chunking settings the passages are different texts, and each needs a new vector.
    const anew = hasOtherChunking(serving, plan);
    const cut = {
      size: Math.max(chunking.chunkSize, chunking.chunkOverlap + 50),
      overlap: chunking.chunkOverlap,
    };
    const size = anew ? await store.sizeOf(generation, cut) : { tokens: 0, passages: 0 };
    const passages = anew ? Math.max(articles, size.passages) : chunks;
    const missing = anew ? size.tokens : await store.tokensWithoutVector(generation, plan.signature);
    const estimatedTokens = plan.signature === '' ? 0 : missing;
    return {
      passages,
      estimatedTokens,
      embeddingCalls: estimatedTokens === 0 ? 0 : Math.max(articles, Math.ceil(passages / batchSize)),
      keywordCalls: anew && chunking.autoKeywords ? passages : 0,
    };
  };

  return (serving, plan, chunking) => {
    const key = `${serving.generation} ${plan.signature} ${plan.chunking}`;
    if (!last || last.key !== key || !isRecent(last.at, freshMs, now())) {
      const cost = estimate(serving, plan, chunking);
      cost.catch(() => (last = undefined));
      last = { key, at: now(), cost };
    }
    return last.cost;
  };
}
