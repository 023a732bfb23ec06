import { expect, it } from 'vitest';
import { wishedWait } from './retry-after.ts';

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
  expect(wishedWait((name) => (name === 'retry-after' ? header : ''), '', now)).toBe(seconds);
});

it.each<[Record<string, string>, string, number | undefined]>([
  [{ 'retry-after-ms': '1700' }, '', 2],
  [{ 'retry-after-ms': 'x', 'retry-after': '4' }, '', 4],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m2.5s' }, '', 63],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '800ms' }, '', 1],
  [{ 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-reset-tokens': '6m0s' }, '', undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 12) }, '', 12],
  [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, '', 30],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 5000) }, '', 5],
  [
    {
      'anthropic-ratelimit-output-tokens-remaining': '0',
      'anthropic-ratelimit-output-tokens-reset': '2026-01-01T00:00:20Z',
    },
    '',
    20,
  ],
  [{}, 'Rate limit reached. Please try again in 7.66s. Visit us.', 8],
  [{}, 'Please try again in 120ms.', 1],
  [{}, 'Requests are limited. Please retry after 20 seconds.', 20],
  [{}, 'Please wait for 2 minutes.', 120],
  [{}, '{"error":{"details":[{"retryDelay":"31s"}]}}', 31],
  [{}, 'Try again later.', undefined],
])('MOD5: limits %j with %j ask for a wait of %j seconds', (headers, body, seconds) => {
  expect(wishedWait((name) => headers[name] ?? '', body, now)).toBe(seconds);
});
