import { expect, test } from 'vitest';
import type { TextItem } from './library.ts';
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
