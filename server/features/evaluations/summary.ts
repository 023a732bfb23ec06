import type { CaseResult, CaseUsage, RunSummary } from '../../../contract/evaluations/report.ts';
import { addUsage } from './scoring/add-tokens.ts';
import { roundedRatio, meanOf, percentile, rounded, sum } from './scoring/rounding.ts';

/**
 * Metrics of a run. Means leave out unknown values; rates are percentages (rules EV12, EV13). Only the usage counts cases without a
 * result, by what they have taken.
 */
export function summaryOf(results: readonly CaseResult[], unfinished?: CaseUsage): RunSummary {
  const judges = results.map(({ judge }) => judge);
  const judged = judges.filter(({ totalScore }) => totalScore !== null);
  // Retrieval metrics count only cases with an expected source.
  const withSources = results.filter(({ expectedSources }) =>
    expectedSources.some((name) => name.trim() !== ''),
  );
  const score = (name: Score) => roundedOrNull(meanOf(judged.map((judge) => judge[name])));
  const answerMs = results.flatMap((result) => (result.answerMs === undefined ? [] : [result.answerMs]));
  return {
    totalCases: results.length,
    avgScore: score('totalScore'),
    relevance: score('relevance'),
    correctness: score('correctness'),
    faithfulness: score('faithfulness'),
    completeness: score('completeness'),
    citationAccuracy: score('citationAccuracy'),
    retrievalHitRate: percent(
      withSources.filter(({ retrieval }) => retrieval.hit),
      withSources,
    ),
    retrievalCases: withSources.length,
    hallucinationHighRiskRate: percent(
      judged.filter(({ hallucinationRisk }) => hallucinationRisk === 'high'),
      judged,
    ),
    failedCases: results.filter(({ error, judge }) => error !== undefined || judge.error !== undefined)
      .length,
    judgedCases: judged.length,
    unknownCases: results.length - judged.length,
    ...means({
      meanReciprocalRank: meanOf(results.map(({ retrieval }) => retrieval.reciprocalRank)),
      precisionAt5: meanOf(withSources.map(({ retrieval }) => retrieval.precisionAt5)),
      recall: meanOf(results.map(({ retrieval }) => retrieval.recall)),
      ndcg: meanOf(results.map(({ retrieval }) => retrieval.ndcg)),
      citationPrecision: meanOf(results.map(({ citation }) => citation?.precision)),
      citationSupport: meanOf(results.map(({ citation }) => citation?.support)),
      scoreSpread: meanOf(judged.map(({ spread }) => spread)),
    }),
    answerStates: countBy(results.map(({ answerState }) => answerState ?? 'failed')),
    ...(answerMs.length > 0 && {
      meanAnswerMs: Math.round(sum(answerMs) / answerMs.length),
      p95AnswerMs: percentile(answerMs, 0.95) ?? 0,
    }),
    usage: addUsage(
      [...results.map(({ usage }) => usage), unfinished].filter((usage) => usage !== undefined),
    ),
  };
}

type Score =
  'totalScore' | 'relevance' | 'correctness' | 'faithfulness' | 'completeness' | 'citationAccuracy';

const roundedOrNull = (figure: number | undefined) => (figure === undefined ? null : rounded(figure));

const percent = (part: readonly unknown[], whole: readonly unknown[]) =>
  whole.length === 0 ? 0 : rounded((100 * part.length) / whole.length);

/** Means of the known values, four decimals. */
const means = <K extends string>(
  figures: Readonly<Record<K, number | undefined>>,
): Partial<Record<K, number>> => {
  const known: Partial<Record<K, number>> = {};
  for (const name in figures) {
    const figure = figures[name];
    if (figure !== undefined) known[name] = roundedRatio(figure);
  }
  return known;
};

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
