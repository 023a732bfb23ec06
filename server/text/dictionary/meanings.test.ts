import { describe, expect, it } from 'vitest';
import { meaningsOfChinese, meaningsOfEnglish } from './meanings.ts';
import type { Dictionary } from './dictionary.ts';

const english: Readonly<Record<string, readonly string[]>> = {
  备份: ['backup'],
  数据: ['data'],
  数据库: ['database'],
  超级碗: ['super bowl'],
  李: ['plum'],
  名: ['name'],
};
const chinese: Readonly<Record<string, readonly string[]>> = {
  backup: ['备份'],
  'term servic': ['服务条款'],
  servic: ['服务'],
};
const dictionary: Dictionary = {
  english: (word) => english[word] ?? [],
  chinese: (stems) => chinese[stems] ?? [],
};
const wordsOf = (list: ReturnType<typeof meaningsOfChinese>) =>
  list.map(({ word, wordings }) => `${word}: ${wordings.join()}`);

describe('LANG3: what the words of a question may be called in the other language', () => {
  it('cuts Chinese into the longest words and leaves function words out', () => {
    expect(wordsOf(meaningsOfChinese('如何备份数据库', dictionary))).toEqual([
      '备份: backup',
      '数据库: database',
    ]);
  });

  it('keeps Latin words and numbers as they are written', () => {
    expect(wordsOf(meaningsOfChinese('用 docker 备份第 49 届超级碗', dictionary))).toEqual(
      expect.arrayContaining(['docker: docker', '备份: backup', '49: 49', '超级碗: super bowl']),
    );
  });

  it('takes neighbouring single characters for pieces of a name, which has no wording', () => {
    expect(wordsOf(meaningsOfChinese('许李佐备份', dictionary))).toEqual([
      '许: ',
      '李: ',
      '佐: ',
      '备份: backup',
    ]);
  });

  it('takes the longest English phrase, with function words inside it', () => {
    expect(wordsOf(meaningsOfEnglish('what are the terms of service of a backup', dictionary))).toEqual([
      'terms of service: 服务条款',
      'backup: 备份',
    ]);
  });

  it('reads two words that the dictionary writes as one', () => {
    expect(wordsOf(meaningsOfEnglish('how do i back up wordpress', dictionary))).toEqual([
      'back up: 备份',
      'wordpress: wordpress',
    ]);
  });

  it('keeps English words that the dictionary lacks: names', () => {
    expect(wordsOf(meaningsOfEnglish('backup for wordpress', dictionary))).toEqual([
      'backup: 备份',
      'wordpress: wordpress',
    ]);
  });
});
