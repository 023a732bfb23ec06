import { describe, expect, it } from 'vitest';
import { maskPersonalData } from './privacy.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

/** Texts with personal data, and the masked form. All numbers are invented or published samples. */
const personal: readonly (readonly [string, string])[] = [
  // E-mail addresses
  ['write to jane.doe+news@mail.example.org please', 'write to [email] please'],
  ['我的邮箱是zhang_san@163.com，请回复', '我的邮箱是[email]，请回复'],
  ['邮箱：ｚｈａｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ。', '邮箱：[email]。'],
  ['"o\'neill@example.ie".', '"[email]".'],
  ['jane (at) example.org, or jane[at]example[dot]org', '[email], or [email]'],
  ['13812345678@139.com', '[email]'],
  ['a@b.co b@c.io', '[email] [email]'],
  // Phones in China
  ['我的手机号是13812345678', '我的手机号是[phone]'],
  ['138 1234 5678 或 139-8765-4321', '[phone] 或 [phone]'],
  ['１３８１２３４５６７８', '[phone]'],
  ['+86 138 1234 5678', '[phone]'],
  ['+8613812345678', '[phone]'],
  ['008613812345678', '[phone]'],
  ['(+86) 13812345678', '[phone]'],
  ['(13812345678)', '([phone])'],
  ['tel13812345678', 'tel[phone]'],
  ['13812345678/13987654321', '[phone]/[phone]'],
  ['13812345678,13987654321, 13812345678.', '[phone],[phone], [phone].'],
  ['（010）62345678', '[phone]'],
  ['座机 0571-87654321 转 3', '座机 [phone] 转 3'],
  ['021 6234 5678', '[phone]'],
  ['01062345678', '[phone]'],
  // Phones elsewhere
  ['call +44 20 7946 0958 today', 'call [phone] today'],
  ['+1 (555) 234-5678', '[phone]'],
  ['(555) 234-5678', '[phone]'],
  ['555-234-5678', '[phone]'],
  ['1-555-234-5678', '[phone]'],
  ['555.234.5678', '[phone]'],
  ['+49 171 1234567', '[phone]'],
  ['0049 171 1234567', '[phone]'],
  ['06 12 34 56 78', '[phone]'],
  ['0171 1234567', '[phone]'],
  ['07911 123456', '[phone]'],
  ['My phone number is 2345 6789', 'My phone number is [phone]'],
  ['电话：8765 4321', '电话：[phone]'],
  ['微信同号 5551234567', '微信同号 [phone]'],
  // Identity documents
  ['身份证 11010519491231002X', '身份证 [id]'],
  ['11010519491231002x是我的', '[id]是我的'],
  ['440524 19800101 0013', '[id]'],
  ['身份证号：130503670401001', '身份证号：[id]'],
  ['护照号 E12345678', '护照号 E[id]'],
  ['passport no. 123456789', 'passport no. [id]'],
  ['SSN 123-45-6789', 'SSN [id]'],
  // Cards and accounts
  ['4111 1111 1111 1111', '[card]'],
  ['4111-1111-1111-1111', '[card]'],
  ['5555555555554444', '[card]'],
  ['amex 3782 822463 10005', 'amex [card]'],
  ['银行卡6222021234567890128', '银行卡[card]'],
  ['卡号 6222 0212 3456 7890 128', '卡号 [card]'],
  ['DE89 3704 0044 0532 0130 00 bitte', '[iban] bitte'],
  ['gb82west12345698765432', '[iban]'],
  ['FR14-2004-1010-0505-0001-3M02-606', '[iban]'],
];

/** Texts of articles and questions that must stay as they are. */
const facts: readonly string[] = [
  '2024 年和 2025 年的区别',
  'from 2019-2024, mostly 2021/2022',
  '2024-01-15 10:30:00 到 2024/02/28',
  'due 01/02/2024 10:30',
  '发布于20240115',
  '价格是 ¥13800138000 元',
  'costs $4111111111111111',
  '1,234,567.89 or 13,812,345,678',
  '3.14159265358979323846',
  'version 10.15.7 and 1.13812345678.2',
  'Node 24.21.0, npm@11.2.3, @types/node@24.19.2',
  'ISBN 978-7-111-12345-6 and 9787111123453',
  'ISBN 0-306-40615-2, ISSN 1234-5678',
  'doi:10.1038/s41586-020-2649-2',
  'listen on 192.168.100.200:8080 or 10.0.0.1',
  '550e8400-e29b-41d4-a716-446655440000',
  'commit 4532015112830366abc',
  'resolution 1920x1080, 3840x2160',
  'port 8090, timeout 300000 ms, 1700000000000',
  '客服热线 400-123-4567，95588，10086',
  'toll-free 800-555-0199',
  'order 20240115123456789',
  '第 12345678 号公告',
  'RFC 5321 and GB 11643-1999',
  'iPhone 15 2024 1299',
  '身份证 110105194912310021',
  '4111 1111 1111 1112',
  'DE88 3704 0044 0532 0130 00',
  'XX89 3704 0044 0532 0130 00',
  'git clone git@github.com:site/docs.git',
  'user@localhost, @handle, a @ b, x@y',
  'GPU 4090 2080 3080 1060',
  '39.904200, 116.407400',
  '11111111111 and 00000000000',
];

/** Milliseconds of the fastest of three runs. */
const time = (text: string): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = cpuMs();
      maskPersonalData(text);
      return cpuMs() - start;
    }),
  );

describe('maskPersonalData', () => {
  it.each(personal)('masks %s', (text, stored) => {
    expect(maskPersonalData(text)).toBe(stored);
  });

  it.each(facts)('leaves %s', (text) => {
    expect(maskPersonalData(text)).toBe(text);
  });

  it('masks personal data anywhere in a text', () => {
    for (const [text, stored] of personal) {
      expect(maskPersonalData(`你好，${text}\n谢谢`)).toBe(`你好，${stored}\n谢谢`);
      expect(maskPersonalData(`\n${text} \n${text}`)).toBe(`\n${stored} \n${stored}`);
    }
  });

  it('finds nothing in masked text', () => {
    const once = maskPersonalData(personal.map(([text]) => text).join('\n'));
    expect(maskPersonalData(once)).toBe(once);
  });

  it('keeps every other character of the text', () => {
    expect(maskPersonalData('Ünïcödé 漢字 😀 13812345678 😀')).toBe('Ünïcödé 漢字 😀 [phone] 😀');
  });

  const hostile = {
    digits: '1'.repeat(200_000),
    'digits apart': '12 '.repeat(35_000),
    'at-signs': '@'.repeat(200_000),
    addresses: 'a@'.repeat(100_000),
    'domain labels': `a@${'b.'.repeat(100_000)}`,
    'spelt at-signs': ' (at) '.repeat(35_000),
    'account heads': 'DE89 '.repeat(40_000),
    brackets: '(1) '.repeat(50_000),
  };

  it.each(Object.entries(hostile))('stays linear on %s', (_name, text) => {
    time(text);
    const quarter = Math.max(3, time(text.slice(0, text.length / 4)));
    // Four times the text may take four times as long; quadratic time would be sixteen times.
    expect(time(text) / quarter).toBeLessThan(12);
  });
});
