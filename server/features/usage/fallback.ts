import { modelNamed, readsImages } from '../../kit/model-named.ts';
import { isFault } from '../../kit/fault.ts';
import type { Log } from '../../ports/log.ts';
import type { ChatCall, ChatPart, Models } from '../../ports/models.ts';

/**
 * Wraps models so that a chat model that fails before its first part is replaced by its fallback. Both calls are
 * recorded, the second one with the first one's name. Not for tests of a model, and not for a reached ceiling. When
 * both fail, throws the error of the first.
 */
export function withFallback(models: Models, log: Pick<Log, 'warn'>): Models {
  const fallbackOf = (call: ChatCall) => {
    const info = modelNamed(models, 'chat', call.model);
    if (call.scenario === 'model_test' || info?.fallback === undefined) return undefined;
    const other = modelNamed(models, 'chat', info.fallback);
    // One that reads no pictures would answer about what it has not seen.
    const hasImages = call.messages.some(({ images = [] }) => images.length > 0);
    return hasImages && (!other || !readsImages(other)) ? undefined : { from: info.name, to: info.fallback };
  };

  async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    const fallback = fallbackOf(call);
    let hasBegun = false;
    try {
      for await (const part of models.chat(call)) {
        hasBegun ||= part.type !== 'turn';
        yield part;
      }
      return;
    } catch (error) {
      const hasFailed = isFault(error, 'upstream') || isFault(error, 'unavailable');
      if (!fallback || hasBegun || !hasFailed || call.signal.aborted) throw error;
      log.warn(
        { model: fallback.from, fallback: fallback.to, logId: call.logId, err: error.message },
        'a model failed before its first token; its fallback answers',
      );
      try {
        for await (const part of models.chat({ ...call, model: fallback.to, fallbackFor: fallback.from })) {
          hasBegun ||= part.type !== 'turn';
          yield part.type === 'finish'
            ? { ...part, model: fallback.to, failed: { model: fallback.from, error } }
            : part;
        }
      } catch (second) {
        throw hasBegun ? second : error;
      }
    }
  }

  return { ...models, chat };
}
