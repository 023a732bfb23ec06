import type {
  CaseComparison,
  FigureChange,
  RunComparison,
} from '../../../../contract/evaluations/comparison.ts';
import type { CaseResult, RunReport, RunSummary } from '../../../../contract/evaluations/report.ts';
import { roundedRatio } from './rounding.ts';
import { summaryOf } from '../summary.ts';

/** Smaller changes of the total score count as equal, since judges are not more precise. */
const tolerance = 0.25;

/** Compares two runs over their common cases, sorted: worse, better, unknown, same. */
export function compareRuns(base: RunReport, other: RunReport): RunComparison {
  const pairs = pairsOf(base.results, other.results);
  const cases = pairs.map(([before, after]) => compareCase(before, after));
  const count = (verdict: CaseComparison['verdict']) => cases.filter((one) => one.verdict === verdict).length;
  const shared = {
    base: new Set(pairs.map(([before]) => before)),
    other: new Set(pairs.map(([, after]) => after)),
  };
  const verdicts = {
    better: count('better'),
    worse: count('worse'),
    same: count('same'),
    unknown: count('unknown'),
  };
  return {
    base: recordOf(base),
    other: recordOf(other),
    sharedCases: pairs.length,
    onlyInBase: base.results.filter((one) => !shared.base.has(one)).map(({ id }) => id),
    onlyInOther: other.results.filter((one) => !shared.other.has(one)).map(({ id }) => id),
    sameJudge: judgeOf(base) === judgeOf(other),
    figures: figuresOf(
      summaryOf(pairs.map(([before]) => before)),
      summaryOf(pairs.map(([, after]) => after)),
    ),
    verdicts,
    signTest: signTest(verdicts.better, verdicts.worse),
    settings: settingsThatDiffer(base, other),
    cases: cases.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)),
  };
}

const order: readonly CaseComparison['verdict'][] = ['worse', 'better', 'unknown', 'same'];

/** Pairs cases by id and question, or by the question alone when ids differ. */
function pairsOf(
  base: readonly CaseResult[],
  other: readonly CaseResult[],
): readonly (readonly [CaseResult, CaseResult])[] {
  const left = new Map<string, CaseResult[]>();
  const put = (key: string, one: CaseResult) => left.set(key, [...(left.get(key) ?? []), one]);
  for (const one of other) for (const key of keysOf(one)) put(key, one);
  const taken = new Set<CaseResult>();
  return base.flatMap((one) => {
    const match = keysOf(one)
      .flatMap((key) => left.get(key) ?? [])
      .find((candidate) => !taken.has(candidate));
    if (!match) return [];
    taken.add(match);
    return [[one, match] as const];
  });
}

const keysOf = ({ id, question }: CaseResult) => [
  JSON.stringify([id, question.trim()]),
  JSON.stringify([question.trim()]),
];

function compareCase(base: CaseResult, other: CaseResult): CaseComparison {
  const change = difference(base.judge.totalScore, other.judge.totalScore);
  return {
    id: base.id,
    question: base.question,
    verdict: verdictOn(base, other, change),
    change,
    base: sideOf(base),
    other: sideOf(other),
  };
}

/**
 * Verdict by the judge when both are judged and the change exceeds its spread, otherwise by whether the source was
 * found.
 */
function verdictOn(base: CaseResult, other: CaseResult, change: number | null): CaseComparison['verdict'] {
  const noise = Math.max(tolerance, base.judge.spread ?? 0, other.judge.spread ?? 0);
  if (change !== null && Math.abs(change) > noise) return change > 0 ? 'better' : 'worse';
  if (base.retrieval.hit !== other.retrieval.hit) return other.retrieval.hit ? 'better' : 'worse';
  return change === null ? 'unknown' : 'same';
}

const sideOf = ({ judge, retrieval, answerState, latencyMs, error }: CaseResult): CaseComparison['base'] => ({
  totalScore: judge.totalScore,
  hallucinationRisk: judge.hallucinationRisk,
  hit: retrieval.hit,
  firstHitRank: retrieval.firstHitRank,
  answerState: answerState ?? '',
  latencyMs,
  ...(error !== undefined && { error }),
});

/** Metrics compared between runs. */
const compared = [
  'avgScore',
  'relevance',
  'correctness',
  'faithfulness',
  'completeness',
  'citationAccuracy',
  'retrievalHitRate',
  'hallucinationHighRiskRate',
  'failedCases',
  'judgedCases',
  'meanReciprocalRank',
  'precisionAt5',
  'recall',
  'ndcg',
  'citationPrecision',
  'citationSupport',
  'meanAnswerMs',
] as const satisfies readonly (keyof RunSummary)[];

const figuresOf = (base: RunSummary, other: RunSummary): FigureChange[] =>
  compared.map((name) => ({
    name,
    base: base[name] ?? null,
    other: other[name] ?? null,
    change: difference(base[name] ?? null, other[name] ?? null),
  }));

const difference = (base: number | null, other: number | null) =>
  base === null || other === null ? null : roundedRatio(other - base);

/**
 * Two-sided exact sign test: probability of a split at least this uneven when better and worse are equally likely
 * (Dixon and Mood 1946). `null` without any change.
 */
export function signTest(better: number, worse: number): number | null {
  const changed = better + worse;
  if (changed === 0) return null;
  // Logarithms, because binomials of hundreds of cases overflow.
  let [logChoose, tail] = [0, 0];
  for (let wins = 0; wins <= Math.min(better, worse); wins += 1) {
    tail += Math.exp(logChoose - changed * Math.LN2);
    logChoose += Math.log((changed - wins) / (wins + 1));
  }
  return roundedRatio(Math.min(1, 2 * tail));
}

const judgeOf = ({ setup }: RunReport) => JSON.stringify([setup?.judgeModel ?? '', setup?.judgeMethod ?? '']);

function settingsThatDiffer(base: RunReport, other: RunReport): RunComparison['settings'] {
  const [before, after] = [flat(base), flat(other)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))
    .map((name) => ({ name, base: before.get(name) ?? null, other: after.get(name) ?? null }));
}

const flat = ({ setup }: RunReport): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(setup?.settings ?? {}).flatMap(([group, fields]) =>
      Object.entries(fields).map(([field, value]) => [`${group}.${field}`, value] as const),
    ),
  );

const recordOf = ({ runId, name, startedAt, durationMs, status, error, summary, datasetId }: RunReport) => ({
  runId,
  name,
  datasetId: datasetId ?? '',
  startedAt,
  durationMs,
  status,
  error,
  summary,
});
