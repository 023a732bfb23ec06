import { describe, expect, test } from 'vitest';
import { words } from '../text.ts';
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

  test.each([
    ['鼠标', '滑鼠'],
    ['軟體', '软件'],
    ['硬盘', '硬碟'],
    ['互联网', '网际网路'],
    ['記憶體', '内存'],
    ['博客', '部落格'],
    ['列印', '打印'],
  ])('%s is %s on the other side of the strait', (term, other) => {
    const [word = '', ...rest] = words(term);
    expect(rest).toEqual([]);
    expect(synonymsOf(word)).toContain(other);
  });

  test('a term that is another thing on the other side has no such synonym', () => {
    expect(synonymsOf('程序')).not.toContain('进程');
    expect(synonymsOf('程序')).toContain('程式');
    expect(words('请按滑鼠右键打开记忆体设置')).toEqual(expect.arrayContaining(['滑鼠', '记忆体']));
  });

  test('a word of one thing has none', () => {
    expect([...synonymsOf('photosynthesis')]).toEqual([]);
    expect(longestPhrase).toBeGreaterThan(1);
  });
});
