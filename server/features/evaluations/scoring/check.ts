import { RunBody } from '../../../../contract/evaluations/evaluations.ts';
import { RunReport, type RunSummary } from '../../../../contract/evaluations/report.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid, isFault } from '../../../kit/fault.ts';
import { parseJson } from '../../../kit/json.ts';
import type { Datasets } from '../datasets.ts';
import { regressionGate } from './regression-gate.ts';
import type { Runs } from '../runs.ts';

/** Parameters of `docent eval`. */
export interface CheckRequest {
  readonly dataset: string;
  /** Id of an earlier run, or the JSON of an exported one; without it nothing is compared. */
  readonly baseline?: string | undefined;
  /** Allowed decrease of a score, in percentage points. */
  readonly maxDrop: number;
}

export interface CheckResult {
  /** 0 as good as the baseline, 1 worse, 2 no verdict possible. */
  readonly exitCode: 0 | 1 | 2;
  readonly lines: readonly string[];
  /** The exported run, for use as the next baseline. */
  readonly report?: string;
}

const exitCodes = { passed: 0, regressed: 1, unfit: 2 } as const;

interface CheckDeps {
  readonly datasets: Pick<Datasets, 'one'>;
  readonly runs: Pick<Runs, 'start' | 'ended' | 'report'>;
}

/** Runs a dataset and compares the result with a baseline. Faults become lines of output. */
export async function check(deps: CheckDeps, request: CheckRequest): Promise<CheckResult> {
  try {
    return await checked(deps, request);
  } catch (error) {
    if (!isFault(error)) throw error;
    return { exitCode: 2, lines: [error.message] };
  }
}

async function checked({ datasets, runs }: CheckDeps, request: CheckRequest): Promise<CheckResult> {
  const { id, name, cases } = await datasets.one(request.dataset);
  // Read first, so that a typing error costs nothing.
  const base = request.baseline === undefined ? undefined : await baselineOf(runs, request.baseline);
  const { runId } = await runs.start(RunBody.parse({ name: `docent eval: ${name}`, datasetId: id, cases }));
  await runs.ended(runId);
  const report = await runs.report(runId);
  const lines = [`${runId}: ${report.status ?? ''}${report.error ? ` (${report.error})` : ''}`];
  const shown = {
    lines: [...lines, ...figureLines(report.summary)],
    report: JSON.stringify(report, null, 2),
  };
  if (!base) return { ...shown, exitCode: report.status === 'completed' ? 0 : 2 };
  const { outcome, reasons } = regressionGate(base, report, request.maxDrop);
  return {
    ...shown,
    exitCode: exitCodes[outcome],
    lines: [...shown.lines, `${outcome} against ${base.runId}`, ...reasons.map((reason) => `  ${reason}`)],
  };
}

async function baselineOf(runs: CheckDeps['runs'], baseline: string): Promise<RunReport> {
  if (!baseline.trimStart().startsWith('{')) return runs.report(baseline.trim());
  const parsed = RunReport.safeParse(parseJson(baseline));
  if (!parsed.success) throw invalid(explained('report_odd'));
  return parsed.data;
}

const shownFigures = [
  'totalCases',
  'failedCases',
  'judgedCases',
  'avgScore',
  'hallucinationHighRiskRate',
  'retrievalHitRate',
  'meanReciprocalRank',
  'recall',
  'ndcg',
  'citationSupport',
  'p95AnswerMs',
] as const satisfies readonly (keyof RunSummary)[];

const figureLines = (summary: RunSummary): string[] =>
  shownFigures.map((name) => `  ${name}: ${String(summary[name] ?? 'unknown')}`);
