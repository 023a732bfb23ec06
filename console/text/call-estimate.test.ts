import { expect, test } from 'vitest';
import type { UsageStats } from '../../contract/usage/figures.ts';
import { estimateOf } from './call-estimate.ts';

const day = (byScenario: UsageStats['daily'][number]['byScenario']) =>
  ({ date: '2026-01-01', byScenario }) as UsageStats['daily'][number];
const made = { p: 900, c: 100, e: 0, calls: 10, failures: 0, cost: 0.5 };

test('planned calls take what such calls took on average', () => {
  const daily = [day({ summary_generate: made }), day({ summary_generate: { ...made, p: 1900, cost: 1.5 } })];
  expect(estimateOf([{ scenario: 'summary_generate', calls: 40 }], daily)).toEqual({
    calls: 40,
    tokens: 6000,
    cost: 4,
  });
});

test('several purposes are added up, and without an example there is no figure', () => {
  const daily = [day({ evaluation_answer: made, evaluation_judge: { ...made, p: 100, cost: 0 } })];
  const both = [
    { scenario: 'evaluation_answer', calls: 10 },
    { scenario: 'evaluation_judge', calls: 20 },
  ];
  expect(estimateOf(both, daily)).toEqual({ calls: 30, tokens: 1400, cost: 0.5 });
  expect(estimateOf([...both, { scenario: 'mindmap_generate', calls: 1 }], daily)).toMatchObject({
    calls: 31,
    tokens: undefined,
  });
  expect(estimateOf(both, undefined).tokens).toBeUndefined();
});

test('COST1: known tokens are priced by what a token took; without calls nothing is spent', () => {
  const daily = [day({ index_embedding: { ...made, p: 0, c: 0, e: 1000 } })];
  expect(estimateOf([{ scenario: 'index_embedding', calls: 3, tokens: 4000 }], daily)).toEqual({
    calls: 3,
    tokens: 4000,
    cost: 2,
  });
  expect(estimateOf([{ scenario: 'index_embedding', calls: 3, tokens: 4000 }], undefined)).toEqual({
    calls: 3,
    tokens: 4000,
    cost: undefined,
  });
  expect(estimateOf([], daily)).toEqual({ calls: 0, tokens: 0, cost: 0 });
});
