import { expect, test } from 'vitest';
import { callsOf, casesIn } from './plan.ts';

const one = (question: string) => ({
  id: '',
  question,
  referenceAnswer: '',
  expectedSources: [],
  tags: [],
});

test('a range counts the cases that have a question', () => {
  const cases = [one('a'), one('  '), one('b'), one('c'), one('d'), one('e'), one('f')];
  expect(casesIn(cases, '5').map(({ question }) => question)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(casesIn(cases, 'all')).toHaveLength(6);
  expect(casesIn(cases, '20')).toHaveLength(6);
  expect(callsOf(5, 3)).toBe(20);
});
