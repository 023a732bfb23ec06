import { inField, wordsInCell } from '../../kit/explained.ts';
import type { CaseResult, RunRecord, RunReport, RunSetup } from '../../../contract/evaluations/report.ts';
import type { RunHead } from './store/runs.ts';
import { summaryOf } from './summary.ts';

/** A run in the format of lists; the duration of a running one ends at `now`. */
export const toRecord = (head: RunHead, now: number): RunRecord => ({
  runId: head.id,
  name: head.name,
  datasetId: head.datasetId,
  startedAt: new Date(head.startedAt).toISOString(),
  durationMs: Math.max(0, (head.endedAt || now) - head.startedAt),
  status: head.status,
  ...(head.error !== '' && inField('error', wordsInCell(head.error))),
  ...(head.summary && { summary: head.summary }),
});

/** A run with the results so far. */
export const toReport = (
  head: RunHead,
  setup: RunSetup | undefined,
  results: readonly CaseResult[],
  now: number,
): RunReport => ({
  ...toRecord(head, now),
  summary: head.summary ?? summaryOf(results),
  results: [...results],
  totalCases: head.total,
  ...(setup && { setup }),
});
