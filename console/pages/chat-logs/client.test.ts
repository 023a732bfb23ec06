import { expect, test } from 'vitest';
import { clientOf } from './client.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox 140 · Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari 19 · iOS',
  ],
  ['curl/8.9.1', 'curl 8.9.1'],
  ['Robot', 'Robot'],
  ['', ''],
])('%s is %s', (userAgent, name) => {
  expect(clientOf(userAgent)).toBe(name);
});
