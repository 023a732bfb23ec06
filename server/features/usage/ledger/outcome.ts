import type { CallStatus } from '../../../../contract/usage/figures.ts';
import { explained } from '../../../kit/explained.ts';
import { isFault, isTimeout } from '../../../kit/fault.ts';
import { redact } from '../../../kit/redact.ts';

/** Statuses that statistics count as failures. */
export const isFailure = (status: string): boolean => status === 'failed' || status === 'refused';

/** Longest stored error, in UTF-16 code units. */
const errorLength = 500;

export interface Outcome {
  readonly status: CallStatus;
  /** `''` without a failure; contains no keys. */
  readonly error: string;
  /** True when the provider certainly received the call and may charge for it. */
  readonly mayCost: boolean;
}

export const succeeded: Outcome = { status: 'success', error: '', mayCost: true };
const abandoned: Outcome = {
  status: 'aborted',
  error: explained('caller_left').text,
  mayCost: true,
};
/** Outcome of a call that Docent itself has aborted. */
export const givenUp: Outcome = {
  status: 'aborted',
  error: explained('answer_given_up').text,
  mayCost: true,
};
/** Outcome of a call whose process died. */
export const orphaned: Outcome = {
  status: 'aborted',
  error: explained('stopped_in_call').text,
  mayCost: true,
};

/** Outcome of a call that threw `error`; `signal` is the call's. */
export function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted && !isTimeout(signal.reason)) return abandoned;
  if (signal.aborted || isTimeout(error))
    return { status: 'failed', error: explained('model_timed_out').text, mayCost: true };
  if (isFault(error, 'unavailable')) return { status: 'refused', error: errorText(error), mayCost: false };
  // A late or unusable answer was computed nevertheless.
  const mayCost =
    isFault(error, 'upstream') && ['timeout', 'protocol'].includes(error.details.upstreamKind ?? '');
  return { status: 'failed', error: errorText(error), mayCost };
}

/** Error message of at most 500 characters on one line, without keys. */
export function errorText(error: unknown): string {
  const cause = rootOf(error);
  const words = cause instanceof Error ? cause.message || cause.name : String(cause);
  // Cut before, so that patterns need not scan megabytes, and after, since redaction may lengthen the text.
  const clean = redact(words.slice(0, 8 * errorLength))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return clean.slice(0, errorLength).toWellFormed();
}

function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 10 && root instanceof Error && root.cause instanceof Error; depth += 1)
    root = root.cause;
  return root;
}
