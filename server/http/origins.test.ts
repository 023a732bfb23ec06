import { expect, test } from 'vitest';
import { matches } from './origins.ts';

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
  expect(matches(pattern, origin)).toBe(expected);
});
