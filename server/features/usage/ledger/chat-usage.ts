import type { ChatPart, ModelUsage } from '../../../ports/models.ts';
import { isFault } from '../../../kit/fault.ts';
import { textWeight } from '../../../model-calls/estimate.ts';
import { givenUp, outcomeOf, succeeded, type Outcome } from './outcome.ts';
import { counted, nothingSpent, type Spending } from './spending.ts';

/** Outcome and usage of a chat call by the parts received; `given up` until another outcome is known. */
export function createChatUsage(promptTokens: number, signal: AbortSignal) {
  let weight = 0;
  let usage: ModelUsage = {};
  let outcome: Outcome = givenUp;
  /** Number of unanswered requests before the successful one. */
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
    /** The caller has left; the outcome of a successful chat does not change. */
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
