import { expect, test } from 'vitest';
import { titleFromText } from './title-from-text.ts';

test.each([
  ['The gulls came. We left.', 'note-1', 'The gulls came'],
  ['', 'summer-of-gulls', 'summer of gulls'],
  ['', '%E6%B8%A1%E8%BD%AE-%E6%8C%87%E5%8D%97', '渡轮 指南'],
  ['', 'a_page.html', 'a page'],
  ['', '100%-gulls', '100% gulls'],
])('HOST14: %j at %j is called %j', (text, name, title) => {
  expect(titleFromText(text, name)).toBe(title);
});
