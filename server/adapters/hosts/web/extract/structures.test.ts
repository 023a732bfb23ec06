import { expect, test } from 'vitest';
import { measureExtraction, measureMeaning } from '../../../../../bench/site-extraction.ts';

test('HOST5: the article, its title and its date are found in the structures of 40 generators and themes', () => {
  const { structures, textF1, title, dates, misses } = measureExtraction();
  expect(structures).toBeGreaterThanOrEqual(40);
  const reached = { textF1: textF1 >= 0.95, title: title >= 0.98, dates: dates >= 0.95, misses };
  expect(reached).toEqual({ textF1: true, title: true, dates: true, misses });
});

test('HOST30: struck text, powers, folded answers, protected addresses and numbers of lists are read as a person reads them', () => {
  expect(measureMeaning().misses).toEqual([]);
});
