import { expect, test } from 'vitest';
import { directionOf } from './direction.ts';

test('of scores more is better, of risks, failures and times less', () => {
  expect(directionOf({ name: 'avgScore', change: 0.2 })).toBe('better');
  expect(directionOf({ name: 'avgScore', change: -0.2 })).toBe('worse');
  expect(directionOf({ name: 'hallucinationHighRiskRate', change: 5 })).toBe('worse');
  expect(directionOf({ name: 'meanAnswerMs', change: -5 })).toBe('better');
  expect(directionOf({ name: 'judgedCases', change: 3 })).toBe('same');
  expect(directionOf({ name: 'avgScore', change: 0 })).toBe('same');
  expect(directionOf({ name: 'avgScore', change: null })).toBe('unknown');
});
