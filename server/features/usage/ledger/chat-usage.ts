import type { ChatPart, ModelUsage } from '../../../ports/models.ts';
import { isFault } from '../../../kit/fault.ts';
import { textWeight } from '../../../model-calls/estimate.ts';
import { givenUp, outcomeOf, succeeded, type Outcome } from './outcome.ts';
import { counted, nothingSpent, whole, type Spending } from './spending.ts';

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
      usage = (isFault(error) && error.details.usage) || {};
    },
    /** The caller has left; the outcome of a successful chat does not change. */
    leave(): void {
      if (outcome !== succeeded) outcome = outcomeOf(signal.reason, signal);
    },
    spent(): Spending {
      const isTold = usage.promptTokens !== undefined || usage.completionTokens !== undefined;
      const seen = { ...nothingSpent, promptTokens, completionTokens: Math.ceil(weight) };
      const isFree = !outcome.mayCost && weight === 0 && !isTold;
      const told = isFree ? nothingSpent : counted(usage, seen);
      const spent = withFailed(
        outcome === succeeded ? told : atLeast(seen.completionTokens, told),
        usage.failed,
      );
      return repeated === 0 || isFree
        ? spent
        : { ...spent, promptTokens: spent.promptTokens + repeated * promptTokens, estimated: true };
    },
  };
}

/** A provider reports an answer before it is written; what has come of one that broke off counts. */
const atLeast = (completionTokens: number, told: Spending): Spending =>
  told.completionTokens >= completionTokens ? told : { ...told, completionTokens, estimated: true };

/** With what failed requests of the same call have taken. */
const withFailed = (spent: Spending, failed: ModelUsage['failed']): Spending =>
  failed
    ? {
        ...spent,
        promptTokens: spent.promptTokens + (whole(failed.promptTokens) ?? 0),
        completionTokens: spent.completionTokens + (whole(failed.completionTokens) ?? 0),
      }
    : spent;
