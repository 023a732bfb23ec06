import { expect, test } from 'vitest';
import { verdictOf } from './trial-verdict.ts';

const side = (answered: number, more: Partial<Parameters<typeof verdictOf>[0]> = {}) => ({
  answered,
  partial: 0,
  notCovered: 10 - answered,
  failed: 0,
  seconds: 1,
  promptTokens: 0,
  completionTokens: 0,
  ...more,
});

test.each([
  ['better', side(9, { supported: 0.9 }), side(6)],
  ['same', side(7, { supported: 0.9 }), side(6)],
  ['slower', side(7, { supported: 0.9, seconds: 40 }), side(6)],
  ['worse', side(4, { supported: 0.9 }), side(6)],
  ['worse', side(9, { supported: 0.3 }), side(6)],
  ['fails', side(4, { failed: 6, notCovered: 0 }), side(6)],
])('EV26: a trial says %s', (verdict, withModel, without) => {
  expect(verdictOf(withModel, without, 10)).toBe(verdict);
});
