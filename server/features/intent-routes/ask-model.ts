import { modelNamed } from '../../kit/model-named.ts';
import { textOf } from '../../text/model/collect-text.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { ChatCall, Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';

export type ModelRequest = Pick<ChatCall, 'messages' | 'temperature' | 'maxTokens' | 'scenario' | 'json'> & {
  /** The task in words, for the error message of models that cannot do it. */
  readonly what: string;
  readonly ms: number;
};

/** The answer on whose behalf a model is asked. */
export interface Asker {
  readonly signal: AbortSignal;
  readonly logId?: string | undefined;
  /** The model of the current answer; otherwise the configured one. */
  readonly model?: string | undefined;
}

/** The language model as routes use it. */
export interface AskModel {
  /** True when a language model is connected; a built-in one cannot do these tasks. */
  canAsk(asker?: Pick<Asker, 'model'>): Promise<boolean>;
  /**
   * Returns a short text. Throws the Faults of the model, a `TimeoutError` after `ms`, and the reason of the signal.
   */
  ask(request: ModelRequest, asker: Asker): Promise<string>;
}

export function createAskModel(deps: {
  readonly models: Models;
  readonly config: Pick<Config, 'read'>;
}): AskModel {
  const { models, config } = deps;
  const modelName = async () => (await config.read('models')).aiFoundationChatModelName;
  return {
    async canAsk(asker) {
      const name = asker?.model ?? (await modelName());
      const info = modelNamed(models, 'chat', name);
      return info?.builtin === false;
    },
    async ask({ what, ms, ...call }, { signal, logId, model: given }) {
      const model = given ?? (await modelName());
      const parts = (limit: AbortSignal) =>
        models.chat({
          ...call,
          model,
          task: { kind: 'text', what },
          reasoning: 'disabled',
          ...(logId !== undefined && { logId }),
          signal: limit,
        });
      const answer = await withTimeout(ms, signal, (limit) => textOf(parts(limit)));
      return answer.trim();
    },
  };
}
