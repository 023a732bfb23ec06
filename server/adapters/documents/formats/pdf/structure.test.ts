import { expect, test } from 'vitest';
import type { TextItem } from './library.ts';
import { joined } from './lines.ts';
import { markedTexts } from './structure.ts';

const item = (str: string, hasEOL = false): TextItem => ({
  str,
  hasEOL,
  height: 10,
  width: 10,
  transform: [10, 0, 0, 10, 0, 0],
});
const begin = (id: string | null) => ({ type: 'beginMarkedContentProps', id });
const end = { type: 'endMarkedContent' };

test('PAPER2: marks inside a part belong to it, and radicals are read as the letters that they stand for', () => {
  const texts = markedTexts([
    begin('a'),
    item('锅炉的阀'),
    begin(null),
    item('\u2ED4'),
    end,
    item('，等待', true),
    item('\u2F00个\u2F29时。'),
    end,
    begin('b'),
    item('Another part.'),
    end,
  ]);
  expect([...texts]).toEqual([
    ['a', '锅炉的阀门，等待一个小时。'],
    ['b', 'Another part.'],
  ]);
});

test('PAPER4: marks within marks and lines without an end of the paragraph take time by their number', () => {
  const many = 300_000;
  const texts = markedTexts([
    begin('a'),
    ...Array.from({ length: many }, () => begin(null)),
    ...Array.from({ length: many }, () => item('x')),
  ]);
  expect(texts.get('a')).toHaveLength(many);
  expect(joined(Array.from({ length: many }, () => 'a line of words'))).toHaveLength(16 * many - 1);
}, 20_000);

test('PAPER2: words that were divided are whole, and Chinese lines meet without a blank', () => {
  expect(
    joined(['The cham-', 'ber, the val\u00AD', 've and a semi-', 'Norman', '锅炉的', '阀门', 'are closed.']),
  ).toBe('The chamber, the valve and a semi- Norman 锅炉的阀门 are closed.');
});
