import type { Tokens } from '../../../contract/evaluations/report.ts';
import { isFault, type Fault } from '../../kit/fault.ts';
import type { ModelKind, Models, ModelUsage, TaskPassage } from '../../ports/models.ts';
import { addTokens } from './scoring/add-tokens.ts';

/** Cost of a call; `undefined` for a model without a price. */
export type CostOf = (model: string, tokens: Omit<Tokens, 'cost'>) => number | undefined;

/** Models that record their calls and usage. */
export interface UsageRecorder {
  readonly models: Models;
  readonly used: Tokens;
  /** The numbered passages that the answer was written from. */
  readonly passages: readonly TaskPassage[];
  /** Set when a model's daily limit was used up, even if the caller worked around it. */
  readonly limited: Fault | undefined;
}

export function createUsageRecorder(models: Models, costOf: CostOf): UsageRecorder {
  const calls: Tokens[] = [];
  let passages: readonly TaskPassage[] = [];
  let limited: Fault | undefined;

  const count = (kind: ModelKind, model: string, usage: ModelUsage) => {
    const input = usage.promptTokens ?? 0;
    const tokens = {
      promptTokens: kind === 'embedding' ? 0 : input,
      completionTokens: usage.completionTokens ?? 0,
      embeddingTokens: kind === 'embedding' ? input : 0,
    };
    const cost = costOf(model || (models.defaultOf(kind)?.name ?? ''), tokens);
    calls.push({ ...tokens, ...(cost !== undefined && { cost }) });
  };
  const watched = async <R>(call: () => Promise<R>): Promise<R> => {
    try {
      return await call();
    } catch (error) {
      if (isFault(error, 'limited')) limited = error;
      throw error;
    }
  };

  return {
    models: {
      list: (kind) => models.list(kind),
      defaultOf: (kind) => models.defaultOf(kind),
      async *chat(call) {
        if (call.task.kind === 'answer') ({ passages } = call.task);
        const parts = models.chat(call)[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await watched(() => parts.next());
            if (next.done) return;
            if (next.value.type === 'finish') count('chat', call.model, next.value.usage);
            yield next.value;
          }
        } finally {
          await parts.return?.();
        }
      },
      embed: (call) =>
        watched(async () => {
          const result = await models.embed(call);
          count('embedding', call.model, result.usage);
          return result;
        }),
      rerank: (call) =>
        watched(async () => {
          const result = await models.rerank(call);
          count('rerank', call.model, result.usage);
          return result;
        }),
      image: (call) => models.image(call),
    },
    get used() {
      return addTokens(calls);
    },
    get passages() {
      return passages;
    },
    get limited() {
      return limited;
    },
  };
}
