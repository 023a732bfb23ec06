import type {
  CallPurpose,
  ChatCall,
  ChatPart,
  EmbedCall,
  ImageCall,
  ModelKind,
  Models,
  RerankCall,
} from '../../../ports/models.ts';
import { isDatabaseUnavailable } from '../../../kit/database.ts';
import { isFault } from '../../../kit/fault.ts';
import { createChatUsage } from './chat-usage.ts';
import { estimateMessages, estimateTexts } from '../../../model-calls/estimate.ts';
import type { Ledger, OpenCall } from './ledger.ts';
import { isBuiltin } from '../../../kit/model-named.ts';
import { realName } from '../model-names.ts';
import { outcomeOf, succeeded } from './outcome.ts';
import { counted, countedOf, nothingSpent, shareOf, type Spending } from './spending.ts';

/** Output tokens reserved for a chat call without a limit. */
const defaultOutputTokens = 1000;

/**
 * Wraps models so that every call is reserved in the ledger before it is sent and settled when it has ended in any way.
 *
 * A chat reserves its estimated prompt and its `maxTokens` (1000 without one); embeddings, reranks and images reserve
 * their estimated input. Concurrent calls can exceed a ceiling by one reservation at most, if models keep to their
 * output limits. Throws `limited` before the call is sent when the ceiling is reached.
 */
export function meter(models: Models, ledger: Pick<Ledger, 'open'>): Models {
  const open = async (
    kind: ModelKind,
    { model, scenario, logId, fallbackFor, booked }: CallPurpose & { readonly model: string },
    promised: Spending,
  ): Promise<OpenCall> => {
    const call = { kind, model: realName(models, kind, model), scenario };
    const told = (opened: OpenCall) => telling(opened, call.model, booked);
    try {
      const purpose = {
        ...(logId !== undefined && { logId }),
        ...(fallbackFor !== undefined && { fallbackFor }),
      };
      return told(await ledger.open({ ...call, ...purpose }, promised));
    } catch (error) {
      // During an outage of the database only free calls continue; others are not sent unrecorded.
      if (isDatabaseUnavailable(error) && isBuiltin(models, kind, model)) return told(unbooked);
      throw error;
    }
  };

  /** A call with one reply. */
  const once = async <R>(
    kind: ModelKind,
    call: CallPurpose & { readonly model: string; readonly signal: AbortSignal },
    { promised, run, spentBy }: Metered<R>,
  ): Promise<R> => {
    call.signal.throwIfAborted();
    const booked = await open(kind, call, promised);
    let result: R;
    try {
      result = await run();
    } catch (error) {
      const outcome = outcomeOf(error, call.signal);
      const answered = isFault(error) ? (error.details.answered ?? 0) : 0;
      await booked.close(outcome, outcome.mayCost ? promised : shareOf(promised, answered));
      throw error;
    }
    await booked.close(succeeded, spentBy(result));
    return result;
  };

  async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    call.signal.throwIfAborted();
    const promptTokens = estimateMessages(call.messages);
    const promised = estimated({ promptTokens, completionTokens: call.maxTokens ?? defaultOutputTokens });
    const booked = await open('chat', call, promised);
    const seen = createChatUsage(promptTokens, call.signal);
    let waiting = false;
    // A consumer that leaves between two parts may neither continue nor close the generator.
    const left = () => {
      seen.leave();
      if (waiting) void booked.close(seen.outcome, seen.spent());
    };
    call.signal.addEventListener('abort', left, { once: true });
    try {
      for await (const part of models.chat(call)) {
        seen.see(part);
        waiting = true;
        yield part;
        waiting = false;
      }
      seen.succeed();
    } catch (error) {
      seen.fail(error);
      throw error;
    } finally {
      call.signal.removeEventListener('abort', left);
      await booked.close(seen.outcome, seen.spent());
    }
  }

  const embed = (call: EmbedCall) => {
    const promised = estimated({ embeddingTokens: estimateTexts(call.texts) });
    return once('embedding', call, {
      promised,
      run: () => models.embed(call),
      spentBy: ({ usage }) => {
        const embeddingTokens = countedOf(usage.promptTokens, promised.embeddingTokens);
        return embeddingTokens === undefined ? promised : { ...nothingSpent, embeddingTokens };
      },
    });
  };

  const rerank = (call: RerankCall) => {
    const promised = estimated({ promptTokens: estimateTexts([call.query, ...call.documents]) });
    return once('rerank', call, {
      promised,
      run: () => models.rerank(call),
      spentBy: ({ usage }) => counted(usage, promised),
    });
  };

  const image = (call: ImageCall) => {
    const promised = estimated({ promptTokens: estimateTexts([call.prompt]), images: 1 });
    return once('image', call, {
      promised,
      run: () => models.image(call),
      spentBy: ({ images, usage }) => ({ ...counted(usage, promised), images: images.length }),
    });
  };

  return {
    list: (kind) => models.list(kind),
    defaultOf: (kind) => models.defaultOf(kind),
    chat,
    embed,
    rerank,
    image,
  };
}

/** Reservation of a call with one reply, and its usage by that reply. */
interface Metered<R> {
  readonly promised: Spending;
  readonly run: () => Promise<R>;
  readonly spentBy: (result: R) => Spending;
}

const unbooked: OpenCall = { close: async () => {} };

/** Tells the caller what a call has taken, when it is closed for the first time. */
function telling(opened: OpenCall, model: string, booked: CallPurpose['booked']): OpenCall {
  if (!booked) return opened;
  let isTold = false;
  return {
    close(outcome, spent) {
      const { promptTokens, completionTokens, embeddingTokens } = spent;
      if (!isTold) booked({ model, promptTokens, completionTokens, embeddingTokens });
      isTold = true;
      return opened.close(outcome, spent);
    },
  };
}

const estimated = (tokens: Partial<Spending>): Spending => ({ ...nothingSpent, ...tokens, estimated: true });
