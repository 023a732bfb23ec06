import { expect, test } from 'vitest';
import { ownerOf } from './owner.ts';

const row = { hasExcerpt: true, manual: false, stale: false, generatedAt: '2026-01-01T00:00:00.000Z' };

test.each([
  [{ ...row, hasExcerpt: false }, 'none'],
  [{ ...row, manual: true }, 'person'],
  [{ ...row, stale: true }, 'stale'],
  [row, 'docent'],
  [{ ...row, generatedAt: '' }, 'host'],
])('%j is shown as %s', (given, owner) => {
  expect(ownerOf(given)).toBe(owner);
});
