import { expect, test } from 'vitest';
import { redact } from './redact.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

test.each([
  ['Authorization: Bearer abcDEF123456', 'abcDEF123456'],
  ['HTTP 401: Incorrect API key provided: sk-proj-4fT9xxyyzz.', 'sk-proj-4fT9xxyyzz'],
  ['{"api_key":"0123456789abcdef"}', '0123456789abcdef'],
  ['GET https://user:hunter22@models.example/v1 failed', 'hunter22'],
  ['https://models.example/v1?key=topsecret99&alt=json', 'topsecret99'],
  ['key AIzaSyA1234567890abcdefghijklmnopqrstu rejected', 'AIzaSyA1234567890abcdefghijklmnopqrstu'],
  ['token eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl expired', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'],
  ["x-api-key: 'abc-def-ghi'", 'abc-def-ghi'],
])('%s loses its key', (text, key) => {
  const clean = redact(text);
  expect(clean).not.toContain(key);
  expect(clean).toContain('***');
  expect(redact(clean)).toBe(clean);
});

test('ordinary words about keys and tokens stay', () => {
  const text = 'HTTP 429: too many tokens per minute for this API key; the model needs max_tokens < 4096';
  expect(redact(text)).toBe(text);
});

test('a long hostile text takes no time', () => {
  const began = cpuMs();
  redact('https://'.repeat(20_000) + 'bearer '.repeat(20_000) + 'key='.repeat(20_000));
  expect(cpuMs() - began).toBeLessThan(40_000);
});
