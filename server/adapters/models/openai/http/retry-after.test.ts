import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1, 0, 0, 0);

it.each([
  ['3', 3],
  [' 0 ', 0],
  ['1.2', 2],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['99999999999999', undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});
