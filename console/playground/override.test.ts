import { expect, test } from 'vitest';
import { differing, problemsIn } from './override.ts';

test('only what differs from the saved settings is tried, and it is checked before', () => {
  const saved = { searchMode: 'hybrid', topK: 20, topN: 5, showReferences: true };
  expect(differing({ ...saved }, saved)).toEqual({});
  expect(differing({ ...saved, topK: 30, showReferences: false }, saved)).toEqual({ topK: 30 });
  expect(problemsIn({ topK: 0 })['topK']).not.toBe('');
  expect(problemsIn({ topK: 30 })['topK']).toBe('');
});
