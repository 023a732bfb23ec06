import { Fault, isFault } from '../../../kit/fault.ts';
import type { ChatPart, ModelUsage } from '../../../ports/models.ts';

/** The requests of a call that failed before one was answered, since the provider may charge for each. */
export function createFailedRequests() {
  let unanswered = 0;
  let failed: ModelUsage['failed'];

  return {
    get unanswered() {
      return unanswered;
    },
    /** A request has failed, and another one is made. */
    add(error: unknown): void {
      if (isUnanswered(error)) unanswered += 1;
      const usage = usageOf(error);
      if (!usage) return;
      const { promptTokens = 0, completionTokens = 0 } = usage;
      failed = {
        promptTokens: promptTokens + (failed?.promptTokens ?? 0),
        completionTokens: completionTokens + (failed?.completionTokens ?? 0),
      };
    },
    /** A part of the answer; the last one says what failed before. */
    before(part: ChatPart): ChatPart {
      if (part.type !== 'finish' || (unanswered === 0 && !failed)) return part;
      const usage = { ...part.usage, ...(unanswered > 0 && { unanswered }), ...(failed && { failed }) };
      return { ...part, usage };
    },
    /** The failure that ends the call, with all that failed. */
    ending(error: unknown): unknown {
      if (!isFault(error)) return error;
      const inAll = unanswered + (isUnanswered(error) ? 1 : 0);
      if (inAll <= 1 && !failed) return error;
      return new Fault(
        error.code,
        error.words,
        {
          ...error.details,
          ...(inAll > 1 && { unanswered: inAll }),
          ...(failed && { usage: { ...error.details.usage, failed } }),
        },
        error.cause,
      );
    },
  };
}

/** A failure of a request with what the provider has reported for it. */
export const withUsage = (error: unknown, usage: ModelUsage): unknown =>
  isFault(error, 'upstream') && Object.keys(usage).length > 0
    ? new Fault(error.code, error.words, { ...error.details, usage }, error.cause)
    : error;

/** A failure of a call of which a share was answered. */
export const withAnswered = (error: unknown, answered: number): unknown =>
  isFault(error, 'upstream') && answered > 0
    ? new Fault(error.code, error.words, { ...error.details, answered: Math.min(answered, 1) }, error.cause)
    : error;

export const usageOf = (error: unknown): ModelUsage | undefined =>
  isFault(error) ? error.details.usage : undefined;

const isUnanswered = (error: unknown): boolean => isFault(error) && error.details.upstreamKind === 'timeout';
