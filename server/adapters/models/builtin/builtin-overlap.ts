import type { ModelInfo, Models } from '../../../ports/models.ts';
import { overlap } from './overlap.ts';

/** `builtin-overlap`: ranks documents by their term overlap with the query, without a network. */
export const builtinOverlap: { readonly info: ModelInfo; readonly call: Models['rerank'] } = {
  info: {
    name: 'builtin-overlap',
    kind: 'rerank',
    provider: 'builtin',
    modelId: 'builtin-overlap',
    builtin: true,
    features: [],
  },
  async call({ query, documents, topN, signal }) {
    signal.throwIfAborted();
    const ranks = overlap(query, documents)
      .map((score, index) => ({ index, score }))
      .toSorted((a, b) => b.score - a.score || a.index - b.index);
    return { ranks: ranks.slice(0, Math.max(0, topN)), usage: { promptTokens: 0, completionTokens: 0 } };
  },
};
