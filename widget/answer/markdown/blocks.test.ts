import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { longText } from '../../../test/e2e/long-answer.ts';
import { createBlockReader } from './blocks.ts';
import { mathExtensions } from './math.ts';

const { defaults } = new Marked({ extensions: mathExtensions((formula) => formula) });

const texts = {
  'an answer with everything': longText.slice(0, 2400),
  'lists that go on after a blank line': '- a\n\n- b\n  - c\n\n    d\n\n1. e\n2. f\n\ng\n\n- h\n\n\n- i\n\nk',
  'headings below their words': 'One\n===\n\ntwo\n---\n\nthree\n\n---\n\nfour',
  'code with blank lines': 'before\n\n```sh\na\n\n\nb\n```\n\n    indented\n\n    code\n\nafter\n\n~~~\nopen',
  'blanks and line ends of other systems': '\n\n  a  \r\nb\r\n\r\n\tc\n\n\n   d\n\n> e\nf\n\n> g\n',
  'a folded text': 'a\n\n<details>\n<summary>b</summary>\n\nc\n\n- d\n\n</details>\n\ne\n\n<details>\n\nf',
  'a table and HTML': '| a | b |\n| - | - |\n| c | d |\n\n<div>\n\ne\n\n</div>\n\n| f |\n| - |',
};

test.each(Object.entries(texts))('a text that grows is cut as a whole one: %s', (_name, text) => {
  const read = createBlockReader(defaults);
  for (let length = 0; length <= text.length; length++) {
    const part = text.slice(0, length);
    expect(read(part)).toEqual(createBlockReader(defaults)(part));
  }
});

test('WG72: a folded text is one block with everything in it, and one that never ends does no harm', () => {
  const folded =
    '<details>\n<summary>More</summary>\n\n1. one\n\n<details>\n\ntwo\n\n</details>\n\n</details>\n\n';
  const blocks = createBlockReader(defaults)(`before\n\n${folded}after`);
  expect(blocks.map((block) => block.trim())).toEqual(['before', folded.trim(), 'after']);
  expect(createBlockReader(defaults)('</details>\n\na\n\n<details>\n\nb\n\nc')).toHaveLength(3);
});

test('a text that became another one is read anew', () => {
  const read = createBlockReader(defaults);
  read('one\n\ntwo\n\nthree\n\nfour');
  expect(read('one\n\nother')).toHaveLength(2);
  expect(read('')).toEqual([]);
});
