import type { ChatPart, ModelUsage } from '../../../ports/models.ts';
import { isFault } from '../../../kit/fault.ts';
import { textWeight } from '../../../model-calls/estimate.ts';
import { givenUp, outcomeOf, succeeded, type Outcome } from './outcome.ts';
import { counted, nothingSpent, type Spending } from './spending.ts';

/** Outcome and usage of a chat call, by what was seen of it; given up until it is known to have ended otherwise. */
export function createChatUsage(promptTokens: number, signal: AbortSignal) {
  let weight = 0;
  let usage: ModelUsage = {};
  let outcome: Outcome = givenUp;
  /** Requests without an answer before the one that counts. */
  let repeated = 0;

  return {
    get outcome() {
      return outcome;
    },
    see(part: ChatPart): void {
      if (part.type === 'finish') {
        usage = part.usage;
        repeated = usage.unanswered ?? 0;
        outcome = succeeded;
      } else if ('text' in part) weight += textWeight(part.text);
    },
    succeed: () => void (outcome = succeeded),
    fail(error: unknown): void {
      outcome = outcomeOf(error, signal);
      repeated = isFault(error) ? (error.details.unanswered ?? 1) - 1 : 0;
    },
    /** The caller has left; a chat that has succeeded stays so. */
    leave(): void {
      if (outcome !== succeeded) outcome = outcomeOf(signal.reason, signal);
    },
    spent(): Spending {
      if (!outcome.mayCost && weight === 0) return nothingSpent;
      const seen = { ...nothingSpent, promptTokens, completionTokens: Math.ceil(weight) };
      const spent = counted(usage, seen);
      return repeated === 0
        ? spent
        : { ...spent, promptTokens: spent.promptTokens + repeated * promptTokens, estimated: true };
    },
  };
}
