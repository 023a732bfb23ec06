import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test.each([
  ['/', '/'],
  ['/console', '/console'],
  ['/console/pets?page=2#top', '/console/pets?page=2#top'],
  ['/a/../b', '/b'],
  ['/文章', '/%E6%96%87%E7%AB%A0'],
  ['/a//b', '/a//b'],
])('%s is a path of this origin', (address, path) => {
  expect(safeRedirect(address)).toBe(path);
});

test.each([
  [''],
  ['console'],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/.//evil.example'],
  ['/x/..//evil.example'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  [' /x'],
])('%j is not', (address) => {
  expect(safeRedirect(address)).toBeUndefined();
});
