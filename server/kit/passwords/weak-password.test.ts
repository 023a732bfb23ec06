import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { weaknessOf } from './weak-password.ts';

const names = ['The Lantern Diary', 'lantern-diary.example.org', 'docent', '灯塔日记'];
const code = (password: string) => weaknessOf(password, names)?.explanation.code;

test.each([
  ['aaaaaaaaaaaaaa', 'password_repeats'],
  ['12121212', 'password_repeats'],
  ['abcxyzabcxyz', 'password_repeats'],
  ['Kellerkeller', 'password_repeats'],
  ['Tower-Tower-1', 'password_repeats'],
  ['keller keller 2024', 'password_repeats'],
  ['23456789', 'password_row'],
  ['67890123', 'password_row'],
  ['zyxwvuts', 'password_row'],
  ['hijklmnop', 'password_row'],
  ['Password1', 'password_common'],
  ['sunshine', 'password_common'],
  ['sunSHINE2024', 'password_common'],
  ['12qwertyuiop', 'password_common'],
  ['1q2w3e4r', 'password_common'],
  ['ｐａｓｓｗｏｒｄ', 'password_common'],
  ['woaini1314', 'password_common'],
  ['TheLanternDiary', 'password_site_name'],
  ['the-lantern-diary-1', 'password_site_name'],
  ['docent2026!', 'password_site_name'],
  ['灯塔日记2026', 'password_site_name'],
  ['docent-a-docent-b', 'password_site_name'],
])('AUTH12: %s is refused as %s', (password, reason) => expect(code(password)).toBe(reason));

test.each([
  'correct horse battery staple',
  'kT7#mvQ2',
  '84719302',
  'towerkeeper-tower',
  'monkey business on the third floor',
  'lantern-diary-of-a-tall-keeper',
  '海边的灯塔照亮归途',
  'aXXr9-wel',
  'sunshine-over-Aarhus',
])('AUTH12: %s is taken', (password) => expect(code(password)).toBeUndefined());

test('AUTH12: at least a thousand common passwords are known, whatever their case', () => {
  expect(commonPasswords.size).toBeGreaterThan(1_000);
  expect([...commonPasswords].filter((one) => one !== one.toLowerCase())).toEqual([]);
});
