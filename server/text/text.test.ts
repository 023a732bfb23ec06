import { describe, expect, it } from 'vitest';
import { simplifyChinese } from './simplify-chinese.ts';
import {
  contentTerms,
  denseGrams,
  foldText,
  isCommonWord,
  isStopWord,
  stem,
  truncate,
  withinFolded,
  words,
} from './text.ts';

describe('folding', () => {
  it('unifies widths, case and compatibility forms', () => {
    expect(foldText('ＤＯＣＫＥＲ ① ﬁne Ⅳ')).toBe('docker 1 fine iv');
  });

  it('LIM9: cuts a text by the length of what is searched, between characters', () => {
    expect(withinFolded('ﷺ'.repeat(100), 60)).toBe('ﷺﷺﷺ');
    expect(withinFolded('㌖㌔😀', 8)).toBe('㌖㌔');
    expect(withinFolded('a plain text', 12)).toBe('a plain text');
    expect(withinFolded('a plain text', 7)).toBe('a plain');
  });

  it('turns Traditional into Simplified and keeps the length', () => {
    expect(foldText('臺灣的軟體開發與醫療')).toBe('台湾的软体开发与医疗');
    const text = '頭髮 abc 發展😀後𠀀裡';
    expect(simplifyChinese(text)).toHaveLength(text.length);
  });

  it('brings both spellings of a question to the same text', () => {
    expect(foldText('怎麼備份資料庫？')).toBe(foldText('怎么备份资料库？'));
  });

  it('leaves text that needs no folding as the same string', () => {
    expect(simplifyChinese('plain 中文')).toBe('plain 中文');
  });
});

describe('words', () => {
  it('cuts spaced scripts at blanks and dense scripts by dictionary', () => {
    expect(words('安装 Docker 的方法')).toEqual(['安装', 'docker', '的', '方法']);
  });

  it('takes apostrophes and genitives away but keeps the names of languages', () => {
    expect(words("Don't trust the site’s C++ or C#!")).toEqual([
      'dont',
      'trust',
      'the',
      'site',
      'c++',
      'or',
      'c#',
    ]);
  });

  it('separates Latin from Han without a blank and skips emoji', () => {
    expect(words('我用iPhone15拍照😀')).toEqual(['我', '用', 'iphone15', '拍照']);
  });

  it('keeps content words, stemmed', () => {
    expect(contentTerms('How are the running shoes of 臺灣 made?')).toEqual(['run', 'shoe', '台湾', 'made']);
    expect(contentTerms('怎么备份？')).toEqual(['备份']);
  });

  it('knows stop words and everyday words of both languages', () => {
    expect([isStopWord('the'), isStopWord('怎么'), isStopWord('database')]).toEqual([true, true, false]);
    expect(contentTerms('直播什么时候开始')).not.toContain('什么时候');
    expect(contentTerms('直播几点')).toEqual(['直播']);
    expect([isCommonWord('time'), isCommonWord('办法'), isCommonWord('docker')]).toEqual([true, true, false]);
  });

  it('stems only Latin words', () => {
    expect([stem('connections'), stem('2024s'), stem('备份')]).toEqual(['connect', '2024s', '备份']);
  });

  it('gives every character and every pair of a dense run', () => {
    expect(denseGrams('天气好')).toEqual(['天', '天气', '气', '气好', '好']);
    expect(denseGrams('𠀀好')).toEqual(['𠀀', '𠀀好', '好']);
  });
});

describe('truncating', () => {
  it('never splits a code point and counts the ending in', () => {
    expect(truncate('ab😀cd', 3)).toBe('ab');
    expect(truncate('ab😀cd', 4)).toBe('ab😀');
    expect(truncate('abcdefgh', 6, '...')).toBe('abc...');
    expect(truncate('abc', 3, '...')).toBe('abc');
    expect(truncate('abcdef', 2, '...')).toBe('..');
  });

  it('holds the limit for any cut of a mixed text', () => {
    const text = '中文😀 text 𠀀𠀀 end';
    for (let length = 0; length <= text.length; length++) {
      const cut = truncate(text, length);
      expect(cut.length).toBeLessThanOrEqual(length);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
    }
  });
});
