import { expect, test } from 'vitest';
import { shortened, withPassage } from './selected-text.ts';

test.each([
  ['  The database,\n the attachments ', 'The database, the attachments'],
  ['word', ''],
  ['——————————————', ''],
  ['恢复之前请先停止服务', '恢复之前请先停止服务'],
])('WG75: a selection is one line of some length: %j', (text, wanted) => {
  expect(shortened(text)).toBe(wanted);
});

test('WG75: a long selection is cut at a word, and one without blanks anywhere', () => {
  expect(shortened('several words '.repeat(100))).toMatch(/^(?:several words )+(?:several|words)…$/);
  expect(shortened('好'.repeat(2000))).toBe(`${'好'.repeat(600)}…`);
  expect(withPassage('Why?', 'So it is')).toBe('Why?\n\n“So it is”');
  expect(withPassage('Why?', '')).toBe('Why?');
});
