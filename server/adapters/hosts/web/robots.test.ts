import { expect, test } from 'vitest';
import { forbidsIndexing } from './robots.ts';

test.each([
  ['noindex', true],
  ['nofollow, NoIndex', true],
  ['none', true],
  ['*: noindex', true],
  ['docent: nofollow, noindex', true],
  ['googlebot: noindex', false],
  ['googlebot: nofollow, noindex, max-snippet: 20', false],
  ['googlebot: noindex, docent: none', true],
  ['max-snippet: 20, noindex', true],
  ['unavailable_after: Thu, 25 Jun 2026 15:00:00 PST', false],
  ['noindexing', false],
  ['', false],
])('HOST5: X-Robots-Tag %o forbids indexing: %s', (header, expected) => {
  expect(forbidsIndexing(header)).toBe(expected);
});
