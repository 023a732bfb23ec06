import { expect, test } from 'vitest';
import type { UsageCall } from '../../../contract/usage/figures.ts';
import { sumOf, workOf } from './spent-between.ts';

const one = { totalTokens: 100, cost: 0.25 } as UsageCall;

test('COST1: what work took is the sum of its calls; without the price of one there is no sum of money', () => {
  expect(sumOf([])).toEqual({ calls: 0, tokens: 0, cost: 0 });
  expect(sumOf([one, { ...one, totalTokens: 20, cost: 0 }])).toEqual({ calls: 2, tokens: 120, cost: 0.25 });
  const { cost: _cost, ...unpriced } = one;
  expect(sumOf([one, unpriced as UsageCall])).toEqual({ calls: 2, tokens: 200, cost: undefined });
});

test('COST1: a job has taken something once it has ended, however that was', () => {
  const createdAt = '2026-11-27T10:00:00.000Z';
  const finishedAt = '2026-11-27T10:01:00.000Z';
  expect(workOf(['summary_generate'], { createdAt, finishedAt })).toEqual({
    scenarios: ['summary_generate'],
    from: Date.parse(createdAt),
    to: Date.parse(finishedAt),
  });
  expect(workOf(['summary_generate'], { createdAt, finishedAt: '' })).toBeUndefined();
  expect(workOf(['summary_generate'], { createdAt: '', finishedAt: '' })).toBeUndefined();
});
