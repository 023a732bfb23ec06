import type { ModelUsage, RerankCall } from '../../../ports/models.ts';
import type { ModelSpec } from '../models-file.ts';
import type { RetryingRequest } from './http/retrying-request.ts';
import { readUsage } from './chunk.ts';
import type { ToFault } from './http/errors.ts';
import { explained } from '../../../kit/explained.ts';
import { at, countAt, listAt } from './http/json.ts';

interface Rank {
  readonly index: number;
  readonly score: number;
}

/** Maps a score of any scale to a value between 0 and 1, in the same order (sigmoid). */
const squashed = (score: number): number => 1 / (1 + Math.exp(-score));

/** Maximum bytes per result; some servers return the document, too. */
const RANK_BYTES = 32 * 1024;
const ANSWER_BYTES = 1024 * 1024;

/**
 * `POST /rerank {model, query, documents, top_n}`, as Cohere and Jina shaped it and most gateways speak it.
 * Blank documents are not sent and not ranked. Best first, at most `topN`. Scores are between 0 and 1: those of a model
 * that has ever answered another one, which are logits, go through a sigmoid.
 * @throws Fault `upstream` when a rank points at no document, or has no score
 */
export function createRerank(spec: ModelSpec, ask: RetryingRequest, toFault: ToFault) {
  let areLogits = false;

  return async function rerank(call: RerankCall): Promise<{ ranks: readonly Rank[]; usage: ModelUsage }> {
    const sent = call.documents.flatMap((document, index) => (document.trim() === '' ? [] : [index]));
    const top = Math.min(call.topN, sent.length);
    if (top <= 0) return { ranks: [], usage: {} };
    const fields = {
      model: spec.model,
      query: call.query,
      documents: sent.map((index) => call.documents[index]),
      top_n: top,
      return_documents: false,
      ...spec.body,
    };
    const most = ANSWER_BYTES + sent.length * RANK_BYTES;
    const json = await ask('/rerank', { fields }, call.signal, most);
    return { ranks: ranksOf(json, sent).slice(0, top), usage: usageOf(json) };
  };

  function ranksOf(json: unknown, sent: readonly number[]): Rank[] {
    const best = new Map<number, number>();
    for (const [place, item] of resultsOf(json).entries()) {
      const isScore = typeof item === 'number';
      const index = sent[isScore ? place : indexOf(item)];
      const said = isScore ? item : (at(item, 'relevance_score') ?? at(item, 'score') ?? at(item, 'logit'));
      const score = typeof said === 'string' && said.trim() !== '' ? Number(said) : said;
      if (index === undefined) throw toFault({ kind: 'protocol', reason: explained('model_odd_rank') });
      if (typeof score !== 'number' || !Number.isFinite(score))
        throw toFault({ kind: 'protocol', reason: explained('model_no_score') });
      best.set(index, Math.max(score, best.get(index) ?? -Infinity));
    }
    if (best.size === 0) throw toFault({ kind: 'protocol', reason: explained('model_no_ranks') });
    areLogits ||= [...best.values()].some((score) => score < 0 || score > 1);
    return [...best]
      .map(([index, score]) => ({ index, score }))
      .toSorted((a, b) => b.score - a.score || a.index - b.index)
      .map(({ index, score }) => ({ index, score: areLogits ? squashed(score) : score }));
  }
}

/** The place of the document that a result is about; -1 without one. */
function indexOf(item: unknown): number {
  const found = countAt(item, 'index', 'corpus_id', 'document_index');
  const text = at(item, 'index');
  return found ?? (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : -1);
}

/** `results` (Cohere, Jina; below `output` of DashScope), `data` (Voyage), `rankings` (NVIDIA), `scores` in the order of the documents, or the bare list (text-embeddings-inference). */
function resultsOf(json: unknown): readonly unknown[] {
  for (const path of [['results'], ['output', 'results'], ['rankings'], ['scores']]) {
    const results = listAt(json, ...path);
    if (results.length > 0) return results;
  }
  return Array.isArray(json) ? json : listAt(json, 'data');
}

function usageOf(json: unknown): ModelUsage {
  const usage = readUsage(at(json, 'usage'));
  if (usage !== undefined) return usage;
  const promptTokens =
    countAt(at(json, 'usage'), 'total_tokens') ?? countAt(at(json, 'meta', 'tokens'), 'input_tokens');
  return promptTokens === undefined ? {} : { promptTokens };
}
