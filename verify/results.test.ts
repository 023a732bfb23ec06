import { expect, test } from 'vitest';
import { afterSecondTry, hasFailed, totalsOf, type FileCounts } from './results.ts';

const counts = (file: string, given: Partial<FileCounts> = {}): FileCounts => ({
  file,
  passed: 0,
  failed: [],
  skipped: [],
  retried: [],
  ...given,
});
const failure = (test: string) => ({ test, error: `${test} broke` });

test('totals are those of all files', () => {
  const files = [
    counts('a', { passed: 3, failed: [failure('one')] }),
    counts('b', { passed: 2, skipped: ['two', 'three'], retried: [failure('four')] }),
  ];
  expect(totalsOf(files)).toEqual({ passed: 5, failed: 1, skipped: 2, retried: 1 });
});

test('a file that ran again counts as it ended; what failed before and passed then was retried, with its first error', () => {
  const first = [
    counts('a', { passed: 1, failed: [failure('late'), failure('broken')] }),
    counts('b', { passed: 7 }),
    // Its preparation failed, so that its tests did not begin.
    counts('c', { failed: [failure('the file as a whole')], skipped: ['one', 'two'] }),
  ];
  const second = [
    counts('a', { passed: 2, failed: [{ test: 'broken', error: 'still' }] }),
    counts('c', { passed: 2 }),
  ];
  expect(afterSecondTry(first, second)).toEqual([
    counts('a', {
      passed: 2,
      failed: [{ test: 'broken', error: 'still' }],
      retried: [failure('late')],
    }),
    counts('b', { passed: 7 }),
    counts('c', { passed: 2, retried: [failure('the file as a whole')] }),
  ]);
});

test('a file that did not come to a second try stays failed', () => {
  const first = [counts('a', { failed: [failure('one')] })];
  expect(afterSecondTry(first, [])).toEqual(first);
});

test('a lane without a failed test has failed when something else went wrong', () => {
  expect(hasFailed({ files: [counts('a', { passed: 1 })], troubles: ['its time was over'] })).toBe(true);
  expect(hasFailed({ files: [counts('a', { failed: [failure('one')] })], troubles: [] })).toBe(true);
  expect(hasFailed({ files: [counts('a', { passed: 1 })], troubles: [] })).toBe(false);
});
