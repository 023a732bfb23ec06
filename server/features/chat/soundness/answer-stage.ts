import { explained } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { modelNamed } from '../../../kit/model-named.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { ChatPart } from '../../../ports/models.ts';
import type { ChatDeps } from '../question.ts';

const named = ['generate', 'Answer'] as const;

/** The stage of a model's answer in the trace: which model was called, and how that ended. */
export function answerStage(
  { models, clock }: Pick<ChatDeps, 'models' | 'clock'>,
  { model, trace, signal }: { readonly model: string; readonly trace: Trace; readonly signal: AbortSignal },
) {
  const asked = modelNamed(models, 'chat', model)?.name ?? model;
  const startedAt = clock.now();
  let answering = asked;
  let failure: { readonly error: unknown } | undefined;
  let hasEnded = false;
  const fail = (failing: string, error: unknown, data: Readonly<Record<string, unknown>> = {}) =>
    trace.fail(...named, { error, data: { ...data, ...dataOf(failing, error) } }, startedAt);
  return {
    /** A model has answered; one that failed before it is a stage of its own. */
    answered({ model: other, failed }: Extract<ChatPart, { type: 'finish' }>) {
      if (failed) fail(failed.model, failed.error);
      answering = other ?? asked;
    },
    ended: () => void (hasEnded = true),
    failed: (error: unknown) => void (failure = { error }),
    /** Adds the stage; one that neither ended nor failed was left by its reader. */
    record(data: Readonly<Record<string, unknown>>) {
      if (failure && !signal.aborted) return fail(answering, failure.error, data);
      const left = { status: 'skipped' as const, detail: explained('caller_left') };
      const end = hasEnded ? { detail: answering } : left;
      trace.add(...named, { ...end, data: { model: answering, ...data } }, startedAt);
    },
  };
}

/** A failed call in the data of its stage. */
const dataOf = (model: string, error: unknown) => ({
  model,
  ...(isFault(error) &&
    error.details.upstreamStatus !== undefined && { httpStatus: error.details.upstreamStatus }),
});
