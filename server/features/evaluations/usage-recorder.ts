import type { Tokens } from '../../../contract/evaluations/report.ts';
import { isFault, type Fault } from '../../kit/fault.ts';
import type { BookedCall, CallPurpose, Models, TaskPassage } from '../../ports/models.ts';
import { addTokens } from './scoring/add-tokens.ts';

/** Cost of a call; `undefined` for a model without a price. */
export type CostOf = (model: string, tokens: Omit<Tokens, 'cost'>) => number | undefined;

/** Models that record what was booked for their calls, those that failed or were given up included. `models` are metered. */
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

  const noted = <C extends CallPurpose>(call: C): C => ({
    ...call,
    booked(spent: BookedCall) {
      const { model, ...tokens } = spent;
      const cost = costOf(model, tokens);
      calls.push({ ...tokens, ...(cost !== undefined && { cost }) });
      call.booked?.(spent);
    },
  });
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
        const parts = models.chat(noted(call))[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await watched(() => parts.next());
            if (next.done) return;
            yield next.value;
          }
        } finally {
          await parts.return?.();
        }
      },
      embed: (call) => watched(() => models.embed(noted(call))),
      rerank: (call) => watched(() => models.rerank(noted(call))),
      image: (call) => models.image(noted(call)),
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
