import { z } from 'zod';
import { TraceStage, type TraceSummary } from '../../../contract/events.ts';

/** The stages stored with a log; empty when there is no trace or it is unreadable. */
export function stagesOf(traceStagesJson: string | undefined): readonly TraceStage[] {
  if (traceStagesJson === undefined) return [];
  try {
    return z.array(TraceStage).safeParse(JSON.parse(traceStagesJson)).data ?? [];
  } catch {
    return [];
  }
}

/** The summary of a trace, computed from its stored stages. */
export function summaryOf(stages: readonly TraceStage[], intent: string): TraceSummary {
  const timed = stages.filter(({ startedAt }) => startedAt > 0);
  const start = Math.min(...timed.map(({ startedAt }) => startedAt));
  const end = Math.max(...timed.map(({ finishedAt }) => finishedAt));
  return { totalMs: timed.length === 0 ? 0 : end - start, stageCount: stages.length, intent };
}
