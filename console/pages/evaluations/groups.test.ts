import { expect, test } from 'vitest';
import type { CaseResult } from '../../../contract/evaluations/report.ts';
import { countsOf, gradeOf, inGroup } from './groups.ts';

const result = (
  id: string,
  change: {
    score?: number | null;
    risk?: 'low' | 'medium' | 'high' | null;
    hit?: boolean;
    expected?: string[];
    error?: string;
  },
): CaseResult => ({
  id,
  question: id,
  referenceAnswer: '',
  expectedSources: change.expected ?? ['An article'],
  tags: [],
  answer: '',
  retrievedDocuments: [],
  retrieval: {
    hit: change.hit ?? true,
    firstHitRank: 1,
    precisionAt5: 1,
    matchedSources: [],
    topSources: [],
  },
  judge: {
    relevance: 5,
    correctness: 5,
    faithfulness: 5,
    completeness: 5,
    citationAccuracy: 5,
    hallucinationRisk: change.risk === undefined ? 'low' : change.risk,
    reason: '',
    totalScore: change.score === undefined ? 5 : change.score,
  },
  latencyMs: 1,
  ...(change.error !== undefined && { error: change.error }),
});

const results = [
  result('good', {}),
  result('risky', { risk: 'high' }),
  result('missed', { hit: false }),
  result('rightly silent', { hit: false, expected: [] }),
  result('low', { score: 3.49 }),
  result('unknown', { score: null, risk: null }),
  result('failed', { score: null, risk: null, error: 'no answer' }),
];
const ids = (group: Parameters<typeof inGroup>[1]) => inGroup(results, group).map(({ id }) => id);

test('cases are grouped by what is wrong with them; an unknown score is not a low one', () => {
  expect(ids('highRisk')).toEqual(['risky']);
  expect(ids('missed')).toEqual(['missed']);
  expect(ids('lowScore')).toEqual(['low']);
  expect(ids('unknown')).toEqual(['unknown', 'failed']);
  expect(ids('failed')).toEqual(['failed']);
  expect(countsOf(results)).toEqual({
    all: 7,
    highRisk: 1,
    missed: 1,
    lowScore: 1,
    unknown: 2,
    failed: 1,
  });
});

test('a grade has its bounds at 4 and at 3', () => {
  expect([4, 3.99, 3, 2.99, null].map(gradeOf)).toEqual([
    'success',
    'warning',
    'warning',
    'error',
    'default',
  ]);
});
