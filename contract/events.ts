import { z } from 'zod';
import { withExplanation, type Explanation } from './explanations/explain.ts';
import { Citation, StructuredResult, AnswerSummary } from './articles/articles.ts';
import type { WritingPatch } from './writing/patch.ts';

/** A stage of an answer in the debug stream; times are epoch milliseconds. */
export const TraceStage = z.object({
  name: z.string(),
  label: z.string(),
  startedAt: z.number(),
  finishedAt: z.number(),
  durationMs: z.number(),
  status: z.enum(['ok', 'fallback', 'skipped', 'error']),
  statusLabel: z.string(),
  detail: z.string(),
  ...withExplanation,
  data: z.unknown(),
});
export type TraceStage = z.infer<typeof TraceStage>;

/** Totals of a trace; `intent` is a route id or `NORMAL_CHAT`. */
export const TraceSummary = z.looseObject({
  totalMs: z.number(),
  stageCount: z.int(),
  intent: z.string(),
});
export type TraceSummary = z.infer<typeof TraceSummary>;

/**
 * Progress of a job; the fields are the job's own. Of an answer: `stage` is `model_queue` while other calls of the language
 * model come first, `ahead` of them, and 0 when its turn has come.
 */
export type Progress = Readonly<Record<string, unknown>>;

/** A member of a stream (spec 6.1). `[DONE]` is not one: the writer ends every stream with it. */
export type StreamEvent =
  | { readonly event: 'citations'; readonly data: readonly Citation[] }
  | { readonly event: 'structured_result'; readonly data: StructuredResult }
  | { readonly event: 'token'; readonly data: { readonly content: string } }
  | { readonly event: 'reasoning_start'; readonly data: Readonly<Record<string, never>> }
  | { readonly event: 'reasoning_delta'; readonly data: { readonly content: string } }
  | { readonly event: 'reasoning_end'; readonly data: Readonly<Record<string, never>> }
  | { readonly event: 'answer_state'; readonly data: AnswerSummary }
  | { readonly event: 'logId'; readonly data: string }
  | { readonly event: 'explanation'; readonly data: Explanation }
  | { readonly event: 'error'; readonly data: string }
  | { readonly event: 'trace_stage'; readonly data: TraceStage }
  | { readonly event: 'trace_summary'; readonly data: TraceSummary }
  | { readonly event: 'progress'; readonly data: Progress }
  | { readonly event: 'edits'; readonly data: WritingPatch };

export type EventName = StreamEvent['event'];

/** An answer fragment. */
export const token = (content: string): StreamEvent => ({ event: 'token', data: { content } });
