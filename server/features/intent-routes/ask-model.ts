import { modelNamed } from '../../kit/model-named.ts';
import { requestText, type TextRequest } from '../../model-calls/request-text.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';

export type ModelRequest = Omit<TextRequest, 'model' | 'signal' | 'logId'>;

/** The answer for which a model is called. */
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
  /** Returns a short text; throws as {@link requestText}. */
  ask(request: ModelRequest, asker: Asker): Promise<string>;
}

export function createAskModel(deps: {
  readonly models: Models;
  readonly config: Pick<Config, 'read'>;
}): AskModel {
  const { models, config } = deps;
  const modelFor = async (asker?: Pick<Asker, 'model'>) =>
    asker?.model ?? (await config.read('models')).aiFoundationChatModelName;
  return {
    canAsk: async (asker) => modelNamed(models, 'chat', await modelFor(asker))?.builtin === false,
    ask: async (request, asker) =>
      requestText(models, {
        ...request,
        model: await modelFor(asker),
        signal: asker.signal,
        logId: asker.logId,
      }),
  };
}
