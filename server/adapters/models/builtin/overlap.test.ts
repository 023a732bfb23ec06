import { expect, it } from 'vitest';
import { overlap } from './overlap.ts';

const best = (query: string, documents: readonly string[]) => {
  const scores = overlap(query, documents);
  return scores.indexOf(Math.max(...scores));
};

it('prefers the document that covers the query', () => {
  expect(
    best('how to back up the data folder', ['Cats sleep.', 'Back up by copying the data folder.', 'Data.']),
  ).toBe(1);
  expect(best('怎么备份数据', ['主题颜色', '数据应当每天备份。', '数据'])).toBe(1);
});

it('keeps the order of retrieval between equals', () => {
  expect(best('cats', ['cats play', 'cats play', 'cats play'])).toBe(0);
});

it('scores from 0 to 1, and 0 without a common term', () => {
  for (const score of overlap('cats and dogs', ['cats and dogs', 'fish', '']))
    expect(score >= 0 && score <= 1).toBe(true);
  expect(overlap('cats', ['fish', ''])).toEqual([0, 0]);
  expect(overlap('？', ['fish'])).toEqual([0]);
  expect(overlap('cats', [])).toEqual([]);
});
