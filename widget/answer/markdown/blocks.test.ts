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
  'a table and HTML': '| a | b |\n| - | - |\n| c | d |\n\n<div>\n\ne\n\n</div>\n\n| f |\n| - |',
};

test.each(Object.entries(texts))('a text that grows is cut as a whole one: %s', (_name, text) => {
  const read = createBlockReader(defaults);
  for (let length = 0; length <= text.length; length++) {
    const part = text.slice(0, length);
    expect(read(part)).toEqual(createBlockReader(defaults)(part));
  }
});

test('a text that became another one is read anew', () => {
  const read = createBlockReader(defaults);
  read('one\n\ntwo\n\nthree\n\nfour');
  expect(read('one\n\nother')).toHaveLength(2);
  expect(read('')).toEqual([]);
});
