import { withTimeout } from '../../../work/timeout.ts';
import type { Models } from '../../../ports/models.ts';
import { tracePassage, type Passage } from '../passage.ts';
import { explained } from '../../../kit/explained.ts';
import type { RetrievalRequest, RetrievalSettings } from './request.ts';

/** Ranked passages that a trace shows. */
const shown = 20;

/** The passages in a reranker's order when both switches are on; otherwise, and on any failure, the best as they were. */
export async function rerank(
  models: Pick<Models, 'rerank'>,
  request: RetrievalRequest,
  { models: names, enhancement, retrieval, timeouts }: RetrievalSettings,
  { query, candidates }: { readonly query: string; readonly candidates: readonly Passage[] },
): Promise<readonly Passage[]> {
  const stage = ['rerank', 'Rerank'] as const;
  const unchanged = candidates.slice(0, retrieval.topN);
  if (!names.rerankEnabled || !enhancement.rerankToggle || candidates.length === 0) {
    const detail = candidates.length === 0 ? explained('trace_no_rank') : explained('trace_off');
    request.trace.add(...stage, { status: 'skipped', detail });
    return unchanged;
  }
  const { signal: asked } = request;
  const threshold = enhancement.rerankScoreThreshold;
  const order = async () => {
    const { ranks } = await withTimeout(timeouts.rerankMs, asked, (signal) =>
      models.rerank({
        model: names.aiFoundationRerankModelName,
        query,
        documents: candidates.map(
          ({ title, headingPath, text }) => `${title}\n${headingPath.join(' > ')}\n${text}`,
        ),
        topN: candidates.length,
        scenario: 'search_rerank',
        ...(request.logId && { logId: request.logId }),
        signal,
      }),
    );
    const ordered = inOrder(candidates, ranks);
    const passed = ordered
      .filter(({ score }) => threshold <= 0 || score >= threshold)
      .slice(0, enhancement.rerankTopN);
    const documents = ordered
      .slice(0, shown)
      .map((passage) => ({ ...tracePassage(passage), passed: passed.includes(passage) }));
    const all = passed.length === 0 && { status: 'fallback' as const, statusLabel: 'all filtered' };
    const data = { before: candidates.length, after: passed.length, threshold, documents };
    const detail = explained('trace_narrowed', { before: candidates.length, after: passed.length });
    return { result: passed, ...all, detail, data };
  };
  return request.trace.attempt<readonly Passage[]>(...stage, order, {
    signal: asked,
    otherwise: unchanged,
    failed: (reason) => ({ detail: explained('trace_rerank_failed', { reason }) }),
  });
}

/** Best first. Ranks of unknown passages, second ranks of the same one and scores that are no numbers are left out. */
export function inOrder(
  candidates: readonly Passage[],
  ranks: readonly { readonly index: number; readonly score: number }[],
): Passage[] {
  const seen = new Set<number>();
  const ranked = ranks.flatMap(({ index, score }) => {
    const passage = candidates[index];
    if (!passage || seen.has(index) || !Number.isFinite(score)) return [];
    seen.add(index);
    return [{ ...passage, score }];
  });
  return ranked.toSorted((a, b) => b.score - a.score);
}
