import { describe, expect, it } from 'vitest';
import { shippedDictionary } from './dictionary.ts';

const dictionary = shippedDictionary;

describe('LANG3: the dictionary that comes with Docent', () => {
  it('has English wordings of Chinese words', () => {
    expect(dictionary.english('备份')).toContain('backup');
    expect(dictionary.english('密码')).toContain('password');
    expect(dictionary.english('年假')).toContain('annual leave');
  });

  it('has Chinese words for the stems of English ones', () => {
    expect(dictionary.chinese('backup').slice(0, 2)).toContain('备份');
    expect(dictionary.chinese('restor').slice(0, 2)).toContain('恢复');
    expect(dictionary.chinese('annual leav')).toContain('年假');
  });

  it('has nothing for other words, wherever they would stand', () => {
    for (const word of ['', '没有这个词', '!', '\u{ffff}', '备', '备份备份', 'backup'])
      expect(dictionary.english(word)).not.toContain('backup');
    for (const stems of ['', 'zzzzzz', '0', 'back up again']) expect(dictionary.chinese(stems)).toEqual([]);
  });
});
