import { describe, expect, test } from 'vitest';
import type { CaseResult, RunReport } from '../../../../contract/evaluations/report.ts';
import { compareRuns, signTest } from './compare.ts';
import { regressionGate } from './regression-gate.ts';
import { unknownJudgement } from './verdict.ts';
import { summaryOf } from '../summary.ts';

/** An answered case with this score; `null` for a judge that failed. */
const result = (id: string, score: number | null, other: Partial<CaseResult> = {}): CaseResult => ({
  id,
  question: `Question ${id}?`,
  referenceAnswer: '',
  expectedSources: ['a'],
  tags: [],
  answer: 'So.',
  retrievedDocuments: [],
  retrieval: {
    hit: true,
    firstHitRank: 1,
    precisionAt5: 0.2,
    matchedSources: [],
    topSources: [],
    recall: 1,
    reciprocalRank: 1,
    ndcg: 1,
  },
  judge:
    score === null
      ? unknownJudgement('no')
      : {
          relevance: score,
          correctness: score,
          faithfulness: score,
          completeness: score,
          citationAccuracy: score,
          hallucinationRisk: score < 3 ? 'high' : 'low',
          reason: '',
          totalScore: score,
        },
  latencyMs: 5,
  answerState: 'answered',
  ...other,
});

const missed = {
  hit: false,
  firstHitRank: 0,
  precisionAt5: 0,
  matchedSources: [],
  topSources: [],
  recall: 0,
  reciprocalRank: 0,
  ndcg: 0,
};

const report = (
  runId: string,
  results: readonly CaseResult[],
  other: Partial<RunReport> = {},
): RunReport => ({
  runId,
  name: runId,
  startedAt: '2026-05-20T12:00:00.000Z',
  durationMs: 5,
  status: 'completed',
  summary: summaryOf(results),
  results: [...results],
  ...other,
});

describe('the means of a run', () => {
  test('EV12, EV13: unknown values are left out and counted; rates are percentages with two decimals', () => {
    const results = [
      result('a', 5),
      result('b', 2),
      result('c', null, { retrieval: missed, error: 'Bad gateway' }),
    ];
    expect(summaryOf(results)).toMatchObject({
      totalCases: 3,
      avgScore: 3.5,
      faithfulness: 3.5,
      retrievalHitRate: 66.67,
      hallucinationHighRiskRate: 50,
      failedCases: 1,
      judgedCases: 2,
      unknownCases: 1,
      meanReciprocalRank: 0.6667,
      recall: 0.6667,
      answerStates: { answered: 3 },
    });
  });

  test('EV12: are unknown when nothing was judged, never a 1', () => {
    expect(summaryOf([result('a', null)])).toMatchObject({ avgScore: null, relevance: null, judgedCases: 0 });
  });
});

describe('two runs', () => {
  test('are compared over common cases; a small change counts as equal', () => {
    const base = report('base', [result('same', 4), result('up', 2), result('down', 5), result('old', 1)]);
    const other = report('other', [
      result('down', 3),
      result('same', 4.2),
      result('up', 4),
      result('new', 1),
    ]);
    expect(compareRuns(base, other)).toMatchObject({
      sharedCases: 3,
      onlyInBase: ['old'],
      onlyInOther: ['new'],
      verdicts: { better: 1, worse: 1, same: 1, unknown: 0 },
      cases: [
        { id: 'down', verdict: 'worse', change: -2 },
        { id: 'up', verdict: 'better', change: 2 },
        { id: 'same', verdict: 'same', change: 0.2 },
      ],
    });
  });

  test('a change within the spread of repeated opinions is none', () => {
    const noisy = result('a', 3);
    const base = report('base', [{ ...noisy, judge: { ...noisy.judge, spread: 1.5 } }]);
    expect(compareRuns(base, report('other', [result('a', 4)])).verdicts).toMatchObject({ same: 1 });
  });

  test('EV12: an unknown opinion is neither better nor worse; a source that is lost is worse', () => {
    const base = report('base', [result('a', 4), result('b', 4)]);
    const other = report('other', [result('a', null), result('b', null, { retrieval: missed })]);
    expect(compareRuns(base, other).cases.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['b', 'worse'],
      ['a', 'unknown'],
    ]);
  });

  test('cases with new ids are known by their question, each at most once', () => {
    const base = report('base', [result('1', 4, { question: 'Q?' }), result('2', 4, { question: 'Q?' })]);
    const other = report('other', [result('9', 4, { question: 'Q?' })]);
    expect(compareRuns(base, other)).toMatchObject({ sharedCases: 1, onlyInBase: ['2'], onlyInOther: [] });
  });

  test('a case with the same id but another question is another case', () => {
    const base = report('base', [result('a', 4)]);
    const other = report('other', [result('a', 4, { question: 'Something else?' })]);
    expect(compareRuns(base, other)).toMatchObject({ sharedCases: 0, onlyInBase: ['a'], onlyInOther: ['a'] });
  });

  test.each([
    [0, 0, null],
    [1, 0, 1],
    [5, 5, 1],
    // Two-sided: 2 × (1 + 10) / 2^10
    [9, 1, 0.0215],
    // 2 / 2^8
    [0, 8, 0.0078],
    [600, 400, 0],
    [501, 499, 0.9748],
  ])('the sign test of %i better and %i worse is %s', (better, worse, probability) => {
    expect(signTest(better, worse)).toBe(probability);
  });
});

describe('the gate of a release', () => {
  const base = report('base', [result('a', 5), result('b', 4)]);

  test('passes a run that is as good, or worse within the threshold', () => {
    expect(regressionGate(base, report('run', [result('a', 5), result('b', 4)]), 0)).toEqual({
      outcome: 'passed',
      reasons: [],
    });
    // From 4.5 to 4.4 is a decrease of 2.5 percentage points.
    expect(regressionGate(base, report('run', [result('a', 4.8), result('b', 4)]), 2.5).outcome).toBe(
      'passed',
    );
  });

  test('names each figure that fell too far', () => {
    const worse = report('run', [result('a', 2), result('b', 4, { retrieval: missed })]);
    const { outcome, reasons } = regressionGate(base, worse, 5);
    expect(outcome).toBe('regressed');
    expect(reasons).toEqual([
      'avgScore: 4.5 → 3 (37.5 points, 5 allowed)',
      'retrievalHitRate: 100 → 50 (50 points, 5 allowed)',
      'hallucinationHighRiskRate: 0 → 50 (50 points, 5 allowed)',
      'meanReciprocalRank: 1 → 0.5 (50 points, 5 allowed)',
      'recall: 1 → 0.5 (50 points, 5 allowed)',
      'ndcg: 1 → 0.5 (50 points, 5 allowed)',
    ]);
  });

  test('EV12: is not passed by answers that are no longer judged', () => {
    expect(regressionGate(base, report('run', [result('a', 5), result('b', null)]), 5)).toMatchObject({
      outcome: 'regressed',
      reasons: ['1 more cases failed', '1 more cases were not judged any more'],
    });
    expect(regressionGate(base, report('run', [result('a', null), result('b', null)]), 5).reasons).toContain(
      'avgScore: 4.5 in the baseline, unknown now',
    );
  });

  const setup = (judgeModel: string) => ({
    setup: {
      answerModel: 'm',
      judgeModel,
      judgeMethod: 'model' as const,
      judgeRepeats: 1,
      casesAtOnce: 4,
      config: {},
      settings: {},
    },
  });

  test.each([
    [
      'a run that was cut short',
      report('run', base.results, { status: 'failed', error: 'No tokens left' }),
      'No tokens left',
    ],
    ['other cases', report('run', [result('z', 5)]), 'no case in common'],
    ['missing cases', report('run', [result('a', 5)]), 'missing: b'],
    ['another judge', report('run', base.results, setup('other-judge')), 'another judge'],
  ])('does not compare with %s', (_, run, reason) => {
    expect(regressionGate(base, run, 100)).toEqual({
      outcome: 'unfit',
      reasons: expect.arrayContaining([expect.stringContaining(reason)]),
    });
  });
});
