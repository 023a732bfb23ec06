import type { TraceStage } from '../../contract/events.ts';
import type { ModelUsage } from './models.ts';

/** One answer, as it went. */
export interface TracedAnswer {
  /** What it was asked for, such as `visitor_qa`. */
  readonly scenario: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly stages: readonly Pick<TraceStage, 'name' | 'startedAt' | 'finishedAt' | 'status'>[];
  /** `''` when no model was asked. */
  readonly model: string;
  readonly usage: ModelUsage;
  readonly answerState: string;
  /** Code of the failure, `''` when there was none. */
  readonly error: string;
  readonly conversationId?: string | undefined;
  readonly question: string;
  readonly answer: string;
}

/** Takes answers for a collector of traces. */
export interface AnswerTraces {
  /** Never throws, and never waits for the collector. */
  record(answer: TracedAnswer): void;
  /** Sends what is left, for some seconds at most. */
  [Symbol.asyncDispose](): Promise<void>;
}
