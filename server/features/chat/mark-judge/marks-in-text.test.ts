import { expect, test } from 'vitest';
import { marksIn } from './marks-in-text.ts';

const found = (text: string) => marksIn(text).marks.map(({ at, article }) => [at, article]);

test('WG6: marks are found outside of blocks and spans of code', () => {
  expect(found('a[1] b [12].')).toEqual([
    [1, 1],
    [7, 12],
  ]);
  expect(found('`a[1]` [2] ``b` [3]`` [4]')).toEqual([
    [7, 2],
    [22, 4],
  ]);
  expect(found('a ` b [1]\n\n` c [2]')).toEqual([
    [6, 1],
    [15, 2],
  ]);
  expect(found('```\na[1]\n```\n[2]\n~~~\nb[3]')).toEqual([[13, 2]]);
});

test('takes linear time', () => {
  const text = `${'`'.repeat(3)}a ${'`` ` '.repeat(40_000)}${'[1] '.repeat(40_000)}`;
  expect(marksIn(text).marks.length).toBeLessThanOrEqual(40_000);
});
