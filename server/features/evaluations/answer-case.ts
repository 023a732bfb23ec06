import { z } from 'zod';
import type { AnswerState, Citation } from '../../../contract/articles/articles.ts';
import type { TraceStage } from '../../../contract/events.ts';
import { collectReply, isFailedReply, type CollectedReply } from '../../../contract/chat/collect-reply.ts';
import { isFault, type Fault } from '../../kit/fault.ts';
import { reasonOf } from '../../kit/reason.ts';
import { createTrace } from '../../kit/trace.ts';
import { timeoutSignal } from '../../work/timeout.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Models } from '../../ports/models.ts';
import type { Answer, ChatDeps } from '../chat/chat.ts';
import type { Passage, Retrieve } from '../knowledge/knowledge.ts';
import type { TrialSettings } from './config-overrides.ts';
import { inEnglish } from '../../kit/explained.ts';

export interface AnsweringDeps {
  /** The visitor's answer function with other models and retrieval. */
  readonly answerWith: (other: Pick<ChatDeps, 'models' | 'retrieve'>) => Answer;
  readonly retrieveWith: (other: Pick<ChatDeps, 'models'>) => Retrieve;
  readonly clock: Clock;
}

/** An answer to a case as a visitor would get it, with its sources and usage. */
export interface AnsweredCase {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly answerState: AnswerState | undefined;
  readonly retrieved: readonly Passage[];
  readonly stages: readonly TraceStage[];
  /** Statements of a model's text, and those that the articles support. */
  readonly statements?: { readonly supported: number; readonly total: number };
  /** Error message, `undefined` when there is an answer. */
  readonly error: string | undefined;
  /** The usage limit that prevented the answer. */
  readonly limited: Fault | undefined;
}

/** Time limit of one answer in milliseconds. */
const answerMs = 1_800_000;

/**
 * Answers a question by the visitor's path with the given settings, but without visitor limits; its log is apart from those of visitors. Failures
 * are returned; throws only the reason of the signal.
 */
export async function answerCase(
  deps: AnsweringDeps,
  asked: {
    readonly question: string;
    readonly settings: TrialSettings;
    readonly models: Models;
    readonly signal: AbortSignal;
  },
): Promise<AnsweredCase> {
  const { models, settings } = asked;
  let retrieved: readonly Passage[] = [];
  let failure: unknown;
  const retrieve = deps.retrieveWith({ models });
  const answer = deps.answerWith({
    models,
    async retrieve(ask) {
      const found = await retrieve(ask);
      retrieved = found.passages;
      return found;
    },
  });
  const trace = createTrace(deps.clock.now);
  const signal = timeoutSignal(answerMs, asked.signal);
  let reply: CollectedReply = { reply: '', citations: [] };
  try {
    reply = await collectReply(
      answer({
        question: asked.question,
        history: [],
        kind: 'chat',
        scenario: 'evaluation_answer',
        askedBy: 'evaluation',
        settings,
        signal,
        trace,
        failed: (error) => (failure = error),
      }),
    );
  } catch (error) {
    asked.signal.throwIfAborted();
    failure = error;
  }
  const failed = failure !== undefined;
  return {
    // An answer without the failed model also counts, since visitors get it, too.
    answer: isFailedReply(reply) ? '' : reply.reply,
    citations: isFailedReply(reply) ? [] : reply.citations,
    answerState: reply.answerState,
    retrieved,
    stages: trace.stages,
    ...statementsIn(trace.stages),
    error: failed
      ? inEnglish(reasonOf(signal.aborted && !isFault(failure) ? signal.reason : failure))
      : undefined,
    limited: isFault(failure, 'limited') ? failure : undefined,
  };
}

/** Counts of statements in the trace of an answer. */
function statementsIn(stages: readonly TraceStage[]): Pick<AnsweredCase, 'statements'> {
  const counted = Statements.safeParse(stages.findLast(({ name }) => name === 'generate')?.data);
  return counted.success ? { statements: counted.data.statements } : {};
}

const Statements = z.object({ statements: z.object({ supported: z.int(), total: z.int() }) });
