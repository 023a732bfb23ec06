import type {
  CallPurpose,
  ChatCall,
  ChatPart,
  EmbedCall,
  ImageCall,
  ModelKind,
  Models,
  ModelUsage,
  RerankCall,
} from '../../../ports/models.ts';
import { isFault } from '../../../kit/fault.ts';
import { estimateMessages, estimateTexts, textWeight } from './estimate.ts';
import { isDatabaseUnavailable } from '../../../kit/database.ts';
import type { Ledger, OpenCall } from './ledger.ts';
import { isBuiltin, realName } from '../model-names.ts';
import { abandoned, outcomeOf, succeeded, type Outcome } from './outcome.ts';
import { nothingSpent, type Spending } from './spending.ts';

/** Output that a chat call is granted when it names no limit of its own, in tokens. */
const defaultOutputTokens = 1000;

/**
 * The same models with every call booked: reserved before it is sent, settled when it has ended in whatever way.
 *
 * A chat reserves its estimated prompt and its `maxTokens` (1000 without one); an embedding, a rerank and an image
 * reserve their estimated input. Calls that go out in parallel can pass a ceiling by the last reservation at most, as
 * long as models keep to their output limits. Throws `limited` before anything is sent when the ceiling is reached.
 */
export function meter(models: Models, ledger: Ledger): Models {
  const open = async (
    kind: ModelKind,
    { model, scenario, logId, fallbackFor }: CallPurpose & { readonly model: string },
    promised: Spending,
  ): Promise<OpenCall> => {
    const call = { kind, model: realName(models, kind, model), scenario };
    try {
      const purpose = {
        ...(logId !== undefined && { logId }),
        ...(fallbackFor !== undefined && { fallbackFor }),
      };
      return await ledger.open({ ...call, ...purpose }, promised);
    } catch (error) {
      // What costs nothing goes on during an outage of the database; anything else is not sent unbooked.
      if (isDatabaseUnavailable(error) && isBuiltin(models, kind, model)) return unbooked;
      throw error;
    }
  };

  /** A call with one answer. */
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
      await booked.close(outcome, outcome.mayCost ? promised : nothingSpent);
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
    let weight = 0;
    let usage: ModelUsage = {};
    let outcome: Outcome = abandoned;
    // Requests that went unanswered before the one that is settled.
    let repeated = 0;
    let waiting = false;
    const spent = () =>
      outcome.mayCost || weight > 0
        ? withPrompts(
            counted(usage, { ...nothingSpent, promptTokens, completionTokens: Math.ceil(weight) }),
            repeated * promptTokens,
          )
        : nothingSpent;
    // A reader that leaves between two parts may never ask for the next one nor end the generator.
    const left = () => {
      if (outcome !== succeeded) outcome = outcomeOf(call.signal.reason, call.signal);
      if (waiting) void booked.close(outcome, spent());
    };
    call.signal.addEventListener('abort', left, { once: true });
    try {
      for await (const part of models.chat(call)) {
        if (part.type === 'finish') {
          usage = part.usage;
          repeated = usage.unanswered ?? 0;
          outcome = succeeded;
        } else if (part.type !== 'quoted') weight += textWeight(part.text);
        waiting = true;
        yield part;
        waiting = false;
      }
      outcome = succeeded;
    } catch (error) {
      outcome = outcomeOf(error, call.signal);
      repeated = isFault(error) ? (error.details.unanswered ?? 1) - 1 : 0;
      throw error;
    } finally {
      call.signal.removeEventListener('abort', left);
      await booked.close(outcome, spent());
    }
  }

  const embed = (call: EmbedCall) => {
    const promised = estimated({ embeddingTokens: estimateTexts(call.texts) });
    return once('embedding', call, {
      promised,
      run: () => models.embed(call),
      spentBy: ({ usage }) => {
        const embeddingTokens = whole(usage.promptTokens);
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

/** A call with one answer: what it reserves, and what it has spent by its answer. */
interface Metered<R> {
  readonly promised: Spending;
  readonly run: () => Promise<R>;
  readonly spentBy: (result: R) => Spending;
}

const unbooked: OpenCall = { close: async () => {} };

const estimated = (tokens: Partial<Spending>): Spending => ({ ...nothingSpent, ...tokens, estimated: true });

/** With the estimated prompts of further requests. */
const withPrompts = (spent: Spending, promptTokens: number): Spending =>
  promptTokens === 0 ? spent : { ...spent, promptTokens: spent.promptTokens + promptTokens, estimated: true };

/** The provider's figures, and the estimate where it gave none or impossible ones. */
function counted(usage: ModelUsage, estimate: Spending): Spending {
  const promptTokens = whole(usage.promptTokens);
  const completionTokens = whole(usage.completionTokens);
  return {
    ...estimate,
    promptTokens: promptTokens ?? estimate.promptTokens,
    completionTokens: completionTokens ?? estimate.completionTokens,
    estimated:
      promptTokens === undefined || (completionTokens === undefined && estimate.completionTokens > 0),
  };
}

/** More tokens than any call has; beyond it a provider's figure is a mistake. */
const mostTokens = 1e9;

const whole = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && tokens >= 0 && tokens <= mostTokens ? Math.round(tokens) : undefined;
