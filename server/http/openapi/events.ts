import { z } from 'zod';
import { AnswerSummary, Citation, StructuredResult } from '../../../contract/articles/articles.ts';
import { TraceStage, TraceSummary, type EventName } from '../../../contract/events.ts';
import { Explanation } from '../../../contract/explanations/explain.ts';
import { WritingPatch } from '../../../contract/writing/patch.ts';

interface EventDescription {
  /** Payload of the `data:` line: a string as it is, anything else as one line of JSON. */
  readonly data: z.ZodType;
  readonly meaning: string;
}

const fragment = z.object({ content: z.string() });

/** Events of streams (spec 6.1); a token has no `event:` line. */
export const eventDescriptions: Readonly<Record<EventName, EventDescription>> = {
  citations: {
    data: z.array(Citation),
    meaning: 'The articles that the answer is based on; `[N]` in its text means the N-th of them',
  },
  structured_result: {
    data: StructuredResult,
    meaning: 'Articles as cards, when an intent route found some',
  },
  token: { data: fragment, meaning: 'A fragment of the answer, without an event line' },
  reasoning_start: { data: z.object({}), meaning: 'The model begins to reason' },
  reasoning_delta: { data: fragment, meaning: 'A fragment of the reasoning, never part of the answer' },
  reasoning_end: { data: z.object({}), meaning: 'The reasoning has ended' },
  answer_state: {
    data: AnswerSummary,
    meaning: 'How far the articles support the answer, and its checked citations',
  },
  logId: { data: z.string(), meaning: 'Id that feedback on the answer names, as plain text' },
  explanation: {
    data: Explanation,
    meaning: 'The next error as a code with parameters; sent to administrators on request',
  },
  error: { data: z.string(), meaning: 'A failure, as plain text (JSON {error} on progress streams)' },
  trace_stage: { data: TraceStage, meaning: 'One stage of the answer has ended' },
  trace_summary: { data: TraceSummary, meaning: 'The figures of the whole answer' },
  progress: { data: z.record(z.string(), z.unknown()), meaning: 'How far the work is' },
  edits: {
    data: WritingPatch,
    meaning: 'The changes of a text, each to be accepted or rejected by itself; sent on request',
  },
};
