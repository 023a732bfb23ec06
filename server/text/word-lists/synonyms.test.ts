import { describe, expect, test } from 'vitest';
import { longestPhrase, synonymsOf } from './synonyms.ts';

describe('synonyms', () => {
  test.each([
    ['kid', 'children'],
    ['children', 'kid'],
    ['days off', 'leave'],
    ['退钱', '退款'],
  ])('%s may be %s', (word, other) => {
    expect(synonymsOf(word)).toContain(other);
    expect(synonymsOf(word)).not.toContain(word);
  });

  test('a word of one thing has none', () => {
    expect([...synonymsOf('photosynthesis')]).toEqual([]);
    expect(longestPhrase).toBeGreaterThan(1);
  });
});
