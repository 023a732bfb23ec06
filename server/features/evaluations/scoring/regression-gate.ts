import type { RunComparison } from '../../../../contract/evaluations/comparison.ts';
import type { RunReport } from '../../../../contract/evaluations/report.ts';
import { compareRuns } from './compare.ts';
import { rounded } from './rounding.ts';

/** Verdict of a release gate: `passed`, `regressed`, or `unfit` when nothing can be compared. */
export interface GateVerdict {
  readonly outcome: 'passed' | 'regressed' | 'unfit';
  /** A line for each regressed metric, or the reason why nothing can be compared. */
  readonly reasons: readonly string[];
}

/** Metrics scaled from 0 (bad) to 100 (good), so that one threshold fits all. */
const points: Readonly<Record<string, (value: number) => number>> = {
  avgScore: fromScore,
  retrievalHitRate: (rate) => rate,
  hallucinationHighRiskRate: (rate) => 100 - rate,
  meanReciprocalRank: fromShare,
  recall: fromShare,
  ndcg: fromShare,
  citationSupport: fromShare,
};

/**
 * Compares a run with a baseline over their common cases; a metric may fall by `maxDrop` percentage points. A different
 * judge, or none, does not pass.
 */
export function regressionGate(base: RunReport, run: RunReport, maxDrop: number): GateVerdict {
  const comparison = compareRuns(base, run);
  const obstacles = obstaclesTo(comparison, run);
  if (obstacles.length > 0) return { outcome: 'unfit', reasons: obstacles };
  const reasons = [
    ...comparison.figures.flatMap(({ name, base: before, other: after }) => {
      const scale = points[name];
      if (!scale || before === null) return [];
      if (after === null) return [`${name}: ${before} in the baseline, unknown now`];
      const drop = rounded(scale(before) - scale(after));
      return drop > maxDrop ? [`${name}: ${before} → ${after} (${drop} points, ${maxDrop} allowed)`] : [];
    }),
    ...lost(comparison, 'failedCases', maxDrop),
    ...lost(comparison, 'judgedCases', maxDrop),
  ];
  return { outcome: reasons.length > 0 ? 'regressed' : 'passed', reasons };
}

function fromScore(score: number) {
  return (100 * (score - 1)) / 4;
}

function fromShare(share: number) {
  return 100 * share;
}

function obstaclesTo(comparison: RunComparison, run: RunReport): string[] {
  const { sharedCases, sameJudge, other, onlyInBase } = comparison;
  return [
    ...(other.status !== undefined && other.status !== 'completed'
      ? [`The run ended as ${other.status}${other.error ? `: ${other.error}` : ''}`]
      : []),
    ...(sharedCases === 0 ? ['The runs have no case in common'] : []),
    ...(onlyInBase.length > 0
      ? [`${onlyInBase.length} cases of the baseline are missing: ${onlyInBase.slice(0, 5).join(', ')}`]
      : []),
    ...(sameJudge
      ? []
      : [`The baseline was judged by another judge than ${run.setup?.judgeModel ?? 'this run'}`]),
  ];
}

/** True when more than the allowed share of cases failed without a score. */
function lost(
  { figures, sharedCases }: RunComparison,
  figure: 'failedCases' | 'judgedCases',
  maxDrop: number,
): string[] {
  const { base, other } = figures.find(({ name }) => name === figure) ?? { base: 0, other: 0 };
  const rise = (other ?? 0) - (base ?? 0);
  const [more, words] =
    figure === 'failedCases' ? [rise, 'cases failed'] : [-rise, 'cases were not judged any more'];
  return (100 * more) / sharedCases > maxDrop ? [`${more} more ${words}`] : [];
}
