import { expect, test } from 'vitest';
import { figureOf } from './figure-text.ts';

const summary = {
  totalCases: 4,
  avgScore: null,
  relevance: null,
  correctness: null,
  faithfulness: null,
  completeness: null,
  citationAccuracy: null,
  retrievalHitRate: 50,
  retrievalCases: 2,
  hallucinationHighRiskRate: 0,
  failedCases: 0,
  judgedCases: 3,
};

test('a share of no case at all is no figure', () => {
  expect(figureOf(summary, 'hallucinationHighRiskRate')).toBe(0);
  expect(figureOf({ ...summary, judgedCases: 0 }, 'hallucinationHighRiskRate')).toBeUndefined();
  expect(figureOf(summary, 'retrievalHitRate')).toBe(50);
  expect(figureOf({ ...summary, retrievalCases: 0 }, 'retrievalHitRate')).toBeUndefined();
  expect(figureOf(summary, 'avgScore')).toBeUndefined();
  expect(figureOf(undefined, 'totalCases')).toBeUndefined();
});
