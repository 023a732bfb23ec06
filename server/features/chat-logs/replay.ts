import { z } from 'zod';
import type { AnswerState, Citation } from '../../../contract/articles/articles.ts';
import type { ChatLog, Replay } from '../../../contract/chat-logs.ts';
import { TraceStage } from '../../../contract/events.ts';

/** An answer of today. */
export interface Answered {
  readonly answer: string;
  readonly model: string;
  readonly citations: readonly Citation[];
  readonly answerState?: AnswerState | undefined;
  readonly intent?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly trace: readonly TraceStage[];
}

/** Answers a question with the configuration as it is now, without a log of its own. */
export type AnswerWithoutLog = (asked: {
  readonly question: string;
  readonly kind: 'chat' | 'search';
  readonly signal: AbortSignal;
}) => Promise<Answered>;

const Stages = z.array(TraceStage);

/** A log and the answer its question gets today, side by side. `at` is when, in epoch milliseconds. */
export function sideBySide(log: ChatLog, today: Answered, at: number): Replay {
  return {
    id: log.id,
    question: log.question,
    kind: log.kind ?? 'chat',
    before: {
      timestamp: log.timestamp,
      answer: log.answer,
      model: log.model,
      citations: log.citations,
      answerState: log.answerState,
      durationMs: log.durationMs,
      intent: log.traceIntent,
      trace: Stages.parse(JSON.parse(log.traceStagesJson ?? '[]')),
    },
    after: {
      timestamp: new Date(at).toISOString(),
      answer: today.answer,
      model: today.model,
      citations: [...today.citations],
      answerState: today.answerState,
      durationMs: today.durationMs,
      intent: today.intent,
      trace: [...today.trace],
    },
  };
}
