import { z } from 'zod';
import type { AnswerState, Citation } from '../../../contract/articles/articles.ts';
import type { ChatLog, Replay } from '../../../contract/chat-logs.ts';
import { TraceStage } from '../../../contract/events.ts';

/** A new answer to a logged question. */
export interface Answered {
  readonly answer: string;
  readonly model: string;
  readonly citations: readonly Citation[];
  readonly answerState?: AnswerState | undefined;
  readonly intent?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly trace: readonly TraceStage[];
}

/** Answers a question with the current configuration, without writing a log. */
export type AnswerWithoutLog = (asked: {
  readonly question: string;
  readonly kind: 'chat' | 'search';
  readonly signal: AbortSignal;
}) => Promise<Answered>;

const Stages = z.array(TraceStage);

/** Combines a log with the new answer to its question; `at` is the time of the new answer in epoch milliseconds. */
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
