import { modelNamed } from '../../kit/model-named.ts';
import { isFault } from '../../kit/fault.ts';
import type { Log } from '../../ports/log.ts';
import type { ChatCall, ChatPart, Models } from '../../ports/models.ts';

/**
 * The same models; a chat model that fails before its first part is replaced by its fallback. Both calls are booked, the
 * second one with the name of the first. A model that is tested answers for itself, and a ceiling that is reached is no failure.
 * Throws what the first model threw when the second one fails before its first part as well.
 */
export function withFallback(models: Models, log: Pick<Log, 'warn'>): Models {
  const fallbackOf = (call: ChatCall) => {
    const info = modelNamed(models, 'chat', call.model);
    return call.scenario === 'model_test' || info?.fallback === undefined
      ? undefined
      : { from: info.name, to: info.fallback };
  };

  async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    const fallback = fallbackOf(call);
    let hasBegun = false;
    try {
      for await (const part of models.chat(call)) {
        hasBegun = true;
        yield part;
      }
      return;
    } catch (error) {
      const hasFailed = isFault(error, 'upstream') || isFault(error, 'unavailable');
      if (!fallback || hasBegun || !hasFailed || call.signal.aborted) throw error;
      log.warn(
        { model: fallback.from, fallback: fallback.to, logId: call.logId, err: error.message },
        'a model failed before its first word; its fallback is asked',
      );
      try {
        for await (const part of models.chat({ ...call, model: fallback.to, fallbackFor: fallback.from })) {
          hasBegun = true;
          yield part.type === 'finish' ? { ...part, model: fallback.to } : part;
        }
      } catch (second) {
        throw hasBegun ? second : error;
      }
    }
  }

  return { ...models, chat };
}
