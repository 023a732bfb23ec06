import { describe, expect, test } from 'vitest';
import { asksItself, withoutNumber } from './headings.ts';

describe('ANS12: the number of a section is no part of its name', () => {
  test.each([
    ['12.1.3. RAID or LVM?', 'RAID or LVM?'],
    ['3.2 Going on vacation', 'Going on vacation'],
    ['1. Installing', 'Installing'],
    ['Chapter 6. Maintenance', 'Maintenance'],
    ['Appendix B: Options', 'Options'],
    ['A.2. Ubuntu', 'Ubuntu'],
    ['第 1 章 Debian 项目', 'Debian 项目'],
    ['二、价格', '价格'],
    ['（三）退款', '退款'],
    ['(11) How do I pay?', 'How do I pay?'],
    ['Q3: May dogs come?', 'May dogs come?'],
    ['问：怎么付款？', '怎么付款？'],
  ])('%s', (heading, name) => {
    expect(withoutNumber(heading)).toBe(name);
  });

  test.each([
    ['3 ways to pay'],
    ['2026 in review'],
    ['4.2 (3 February 2026)'],
    ['2.0'],
    ['Step by step'],
    ['Part of the team'],
    ['Chapter houses of England'],
    ['A. Nonymous'],
    ['一周菜单'],
    ['Questions about boats'],
    ['Q fever'],
  ])('%s stays', (heading) => {
    expect(withoutNumber(heading)).toBe(heading);
  });

  test('a numbered heading asks as the one without its number does', () => {
    expect(asksItself('1.7. How does one pronounce it')).toBe(true);
    expect(asksItself('4.1. 怎么安装')).toBe(true);
    expect(asksItself('4.1. Installing')).toBe(false);
  });
});
