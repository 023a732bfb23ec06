import type { CaseResult } from '../../../contract/evaluations/report.ts';

/** The problems a case may have; each filters the results. */
export const groupNames = ['all', 'highRisk', 'missed', 'lowScore', 'unknown', 'failed'] as const;
export type GroupName = (typeof groupNames)[number];

/** Total scores below this one are low. */
const lowScore = 3.5;

const belongs: Readonly<Record<GroupName, (result: CaseResult) => boolean>> = {
  all: () => true,
  highRisk: ({ judge }) => judge.hallucinationRisk === 'high',
  // A case without expected sources cannot miss one.
  missed: ({ retrieval, expectedSources }) => expectedSources.length > 0 && !retrieval.hit,
  lowScore: ({ judge }) => judge.totalScore !== null && judge.totalScore < lowScore,
  unknown: ({ judge }) => judge.totalScore === null,
  failed: ({ error }) => error !== undefined,
};

export const inGroup = (results: readonly CaseResult[], group: GroupName): readonly CaseResult[] =>
  results.filter(belongs[group]);

/** The number of cases in each group. */
export const countsOf = (results: readonly CaseResult[]): Readonly<Record<GroupName, number>> => ({
  all: results.length,
  highRisk: inGroup(results, 'highRisk').length,
  missed: inGroup(results, 'missed').length,
  lowScore: inGroup(results, 'lowScore').length,
  unknown: inGroup(results, 'unknown').length,
  failed: inGroup(results, 'failed').length,
});

/** 4 and above is good, 3 and above fair. */
export const gradeOf = (score: number | null): 'success' | 'warning' | 'error' | 'default' =>
  score === null ? 'default' : score >= 4 ? 'success' : score >= 3 ? 'warning' : 'error';
