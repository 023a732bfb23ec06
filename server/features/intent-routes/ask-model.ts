import { modelNamed } from '../../kit/model-named.ts';
import { textOf } from '../../text/collect-text.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { ChatCall, Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';

export type ModelRequest = Pick<ChatCall, 'messages' | 'temperature' | 'maxTokens' | 'scenario' | 'json'> & {
  /** What is wanted, for models that cannot do it. */
  readonly what: string;
  readonly ms: number;
};

/** On whose behalf a model is asked. */
export interface Asker {
  readonly signal: AbortSignal;
  readonly logId?: string | undefined;
  /** The model of the answer that is being given; without it the configured one. */
  readonly model?: string | undefined;
}

/** The language model of the service as routes use it. */
export interface AskModel {
  /** True when a language model is connected; a built-in one cannot do what routes ask. */
  canAsk(asker?: Pick<Asker, 'model'>): Promise<boolean>;
  /** A short text. Throws the Faults of the model, a `TimeoutError` after `ms`, and the reason of the asker's signal. */
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
