import { expect, test } from 'vitest';
import { filled } from './filled.ts';

test.each([
  ['{a} and {b}', { a: 'x', b: 2 }, 'x and 2'],
  ['{a} and {missing}', { a: '{b}', b: 'no' }, '{b} and {missing}'],
  ['问问{site}吧', { site: 'Docent' }, '问问 Docent 吧'],
  ['问问{site}吧', { site: '本站' }, '问问本站吧'],
  ['“{site}”共{count}篇', { site: 'Docent', count: 3 }, '“Docent”共 3 篇'],
  ['{site}的文章', { site: 'Café é' }, 'Café é 的文章'],
  ['共{a}{b}篇', { a: 1, b: '个' }, '共 1个篇'],
])('%s with %j reads %s', (text, values, read) => {
  expect(filled(text, values)).toBe(read);
});
