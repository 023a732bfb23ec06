import { expect, test } from 'vitest';
import { estimateMessages, estimateTexts, textWeight } from './estimate.ts';

test('ideographs, ASCII and other characters weigh as documented', () => {
  expect(textWeight('问题三个字')).toBeCloseTo(5 / 1.5);
  expect(textWeight('four')).toBe(1);
  expect(textWeight('éèê')).toBe(1);
  expect(textWeight('ひらが')).toBe(1);
  expect(textWeight('\n\n\n')).toBe(1);
  expect(textWeight('𠮷𠮷𠮷')).toBeCloseTo(2);
  expect(textWeight('😀😀😀')).toBeCloseTo(1);
  expect(textWeight('')).toBe(0);
});

test('a message costs 4 tokens beside its text, and the sum is rounded up once', () => {
  expect(estimateTexts(['a', 'b'])).toBe(1);
  expect(
    estimateMessages([
      { role: 'system', content: 'abcd' },
      { role: 'user', content: 'abcde' },
    ]),
  ).toBe(3 + 8);
});

test('pieces of a stream weigh as much as the whole', () => {
  const text = '答案是 forty-two, naïvely 😀.'.repeat(50);
  const pieces = Array.from(text);
  expect(pieces.reduce((sum, piece) => sum + textWeight(piece), 0)).toBeCloseTo(textWeight(text));
});
