import { expect, test } from 'vitest';
import { callsOf, casesIn, differing, problemsIn } from './plan.ts';

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

test('only what differs from the saved settings is tried, and it is checked before', () => {
  const saved = { searchMode: 'hybrid', topK: 20, topN: 5, showReferences: true };
  expect(differing({ ...saved }, saved)).toEqual({});
  expect(differing({ ...saved, topK: 30, showReferences: false }, saved)).toEqual({ topK: 30 });
  expect(problemsIn({ topK: 0 })['topK']).not.toBe('');
  expect(problemsIn({ topK: 30 })['topK']).toBe('');
});
