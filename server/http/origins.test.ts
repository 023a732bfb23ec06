import { expect, test } from 'vitest';
import { createTestLog } from '../../test/fakes/log.ts';
import { matchesOrigin } from './connection/origin-patterns.ts';
import { createOrigins } from './origins.ts';

test.each([
  ['*', 'null', true],
  ['https://example.org', 'https://example.org', true],
  ['https://example.org', 'https://example.org:443', true],
  ['https://example.org', 'http://example.org', false],
  ['https://example.org', 'https://example.org.evil.example', false],
  ['https://example.org', 'https://www.example.org', false],
  ['https://*.example.org', 'https://www.example.org', true],
  ['https://*.example.org', 'https://a.b.example.org', true],
  ['https://*.example.org', 'https://example.org', false],
  ['https://*.example.org', 'https://evilexample.org', false],
  ['https://*.example.org', 'http://www.example.org', false],
  ['http://*.example.org:8080', 'http://www.example.org:8080', true],
  ['http://*.example.org:8080', 'http://www.example.org', false],
  ['http://[::1]:80', 'http://[::1]', true],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example', true],
  ['https://example.org', 'null', false],
  ['https://example.org', '::::', false],
])('ORG3: %s and a page of %s: %s', (pattern, origin, expected) => {
  expect(matchesOrigin(pattern, origin)).toBe(expected);
});

test('ORG5: a page for frames may stand in those of the service and of the allowed origins', async () => {
  const policyOf = (publicOrigin: string | undefined, allowed: readonly string[]) =>
    createOrigins({
      publicOrigin,
      allowed: async () => allowed,
      now: Date.now,
      log: createTestLog(),
    }).framePolicy();
  expect(await policyOf(undefined, [])).toBe("frame-ancestors 'self'");
  expect(
    await policyOf('https://blog.example', [
      'https://blog.example',
      'https://*.example.org',
      'https://münchen.example',
      'not an origin; script-src *',
    ]),
  ).toBe("frame-ancestors 'self' https://blog.example https://*.example.org https://xn--mnchen-3ya.example");
  expect(await policyOf(undefined, ['*'])).toBe("frame-ancestors 'self' *");
});
