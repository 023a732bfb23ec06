import { expect, test } from 'vitest';
import { measureExtraction } from '../../../../../bench/site-extraction.ts';

test('HOST5: the article, its title and its date are found in the structures of 40 generators and themes', () => {
  const { structures, textF1, title, dates, misses } = measureExtraction();
  expect(structures).toBeGreaterThanOrEqual(40);
  expect(textF1, misses.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(title, misses.join('\n')).toBeGreaterThanOrEqual(0.98);
  expect(dates, misses.join('\n')).toBeGreaterThanOrEqual(0.95);
});
