import { isFault, isTimeout } from '../../kit/fault.ts';
import type { Log } from '../../ports/log.ts';
import type { CallPurpose, Models, Scenario } from '../../ports/models.ts';

/** Time for which a model that keeps failing at an optional task is not called for it. */
const restMs = 30_000;

/** Optional tasks of a question, with the number of consecutive failures that opens the breaker. */
const failuresOf: Partial<Readonly<Record<Scenario, number>>> = {
  search_embedding: 1,
  search_rerank: 2,
  search_query_rewrite: 2,
  search_hyde: 2,
  search_cross_language: 2,
  mark_judge: 2,
  further_searches: 2,
};

interface Trouble {
  failures: number;
  restsUntil: number;
  last: unknown;
}

/**
 * Circuit breaker around models, so that not every visitor waits for one that is down or too slow: after repeated failures at an
 * optional task, its calls fail immediately for half a minute.
 */
export function withBreaker(
  models: Models,
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): Models {
  const troubles = new Map<string, Trouble>();
  type Call = CallPurpose & { readonly model: string; readonly signal: AbortSignal };

  /** Throws the last failure while the breaker is open. */
  const enter = ({ scenario, model }: Call) => {
    const most = failuresOf[scenario];
    if (most === undefined) return undefined;
    const key = `${scenario} ${model}`;
    const trouble = troubles.get(key) ?? { failures: 0, restsUntil: 0, last: undefined };
    if (now() < trouble.restsUntil) throw trouble.last;
    troubles.set(key, trouble);
    return { trouble, most };
  };

  const failed = (call: Call, entered: ReturnType<typeof enter>, error: unknown): void => {
    if (!entered || !(isFault(error, 'upstream') || isTimeout(error))) return;
    const { trouble, most } = entered;
    trouble.failures += 1;
    trouble.last = error;
    if (trouble.failures < most) return;
    trouble.restsUntil = now() + restMs;
    if (trouble.failures > most) return;
    const err = error instanceof Error ? error.message : 'failed';
    log.warn(
      { model: call.model, scenario: call.scenario, err },
      'a model keeps failing; questions are answered without it',
    );
  };

  const once =
    <C extends Call, R>(run: (call: C) => Promise<R>) =>
    async (call: C): Promise<R> => {
      const entered = enter(call);
      try {
        const reply = await run(call);
        if (entered) entered.trouble.failures = 0;
        return reply;
      } catch (error) {
        failed(call, entered, error);
        throw error;
      }
    };

  return {
    ...models,
    async *chat(call) {
      const entered = enter(call);
      try {
        yield* models.chat(call);
        if (entered) entered.trouble.failures = 0;
      } catch (error) {
        failed(call, entered, error);
        throw error;
      }
    },
    embed: once((call) => models.embed(call)),
    rerank: once((call) => models.rerank(call)),
  };
}
