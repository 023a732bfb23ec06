import { describe, expect, test } from 'vitest';
import { linkPolicy } from './link-policy.ts';

const citations = [
  { postId: 'a', title: 'A', url: '/archives/a' },
  { postId: 'b', title: 'B', url: 'https://cited.example/b' },
];
const allows = linkPolicy({ citations }, 'https://site.example');

describe('the rule of links', () => {
  test.each([
    '/archives/a',
    '/archives/a#top',
    '#top',
    '?page=2',
    './b',
    '../b',
    'https://site.example/x?y=1',
    'HTTPS://SITE.example/x',
    'https://cited.example/c',
  ])('PROD2: %s may stay', (url) => expect(allows(url)).toBe(true));

  test.each([
    '',
    'https://evil.example/',
    '//evil.example/x',
    '///evil.example/x',
    '/\\evil.example/x',
    '\\\\evil.example/x',
    '\\/\\/evil.example',
    '/\\/evil.example',
    'https:/\\evil.example',
    'https:evil.example',
    'http:evil.example',
    'https&colon;//evil.example',
    '&#47;&#47;evil.example',
    '/\t/evil.example',
    'https://site.example@evil.example/',
    'https://site.example.evil.example/',
    'https://site.example/go?to=https://evil.example',
    '/go?to=//evil.example',
    'http://site.example/',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    'mailto:a@evil.example',
    'ftp://site.example/x',
    'evil.example',
  ])('PROD2: %j may not', (url) => expect(allows(url)).toBe(false));

  test('PROD2: without an origin of the site only its own paths may stay', () => {
    const own = linkPolicy({ citations: [] }, undefined);
    expect([own('/a'), own('https://site.example/a')]).toEqual([true, false]);
  });
});
