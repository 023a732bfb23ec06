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

  test.each([
    ['preise', 'gebühr', 'de'],
    ['annuler', 'résiliation', 'fr'],
    ['hijo', 'niño', 'es'],
    ['riduzioni', 'sconto', 'it'],
    ['criança', 'filho', 'pt'],
    ['lenen', 'huur', 'nl'],
    ['скидки', 'льгота', 'ru'],
  ] as const)('%s may be %s in %s, in any form', (word, other, language) => {
    expect(synonymsOf(word, language)).toContain(other);
  });

  test('words of one language are not those of another', () => {
    expect(synonymsOf('kind', 'de')).not.toContain('type');
    expect(synonymsOf('kind')).not.toContain('tochter');
  });

  test('a word of one thing has none', () => {
    expect([...synonymsOf('photosynthesis')]).toEqual([]);
    expect(longestPhrase).toBeGreaterThan(1);
  });
});
