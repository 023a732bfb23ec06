import { describe, expect, test } from 'vitest';
import { createSupport } from './support.ts';

const page = {
  article: 1,
  title: 'The boat house',
  headingPath: ['Hire'],
  text: [
    '## Boats for four or more people',
    '',
    'Nothing is due in advance for the green boats at the north pier. A rowing boat costs “12 euros” – a deposit isn’t needed.',
    'Children under six may not steer',
    'unless one of their parents is on board.',
    '',
    '- The **red** boats have an [engine](https://example.org/engine) of 4.5 kW.',
    '1. Sign the form at the counter by the door.',
    '',
    '| Boat | Who may steer it |',
    '| ---- | ---------------- |',
    '| Gull | Nobody without a licence for motor boats |',
    '',
    'The lake has an area of length N. The wind comes from the west in most months.',
  ].join('\n'),
};
const zh = {
  article: 2,
  title: '船屋',
  headingPath: [],
  text: '租一条小船要十二元，不收押金。\n- 没有 Docent 账号的人也可以预约。',
};
const { judge } = createSupport([page, zh], { question: 'Is the deposit the default?' });

describe('what stands on the page word for word', () => {
  test.each([
    ['a heading', 'Boats for four or more people', 1],
    ['other quotation marks and dashes', 'A rowing boat costs "12 euros" - a deposit isn\'t needed.', 1],
    [
      'a sentence over a line break',
      'Children under six may not steer unless one of their parents is on board.',
      1,
    ],
    [
      'the same with the break',
      'Children under six may not steer\nunless one of their parents is on board.',
      1,
    ],
    ['an item of a list', 'The red boats have an engine of 4.5 kW.', 1],
    ['emphasis that the page lacks', 'Sign the *form* at the `counter` by the __door__. [1]', 1],
    ['a cell of a table', 'Nobody without a licence for motor boats.', 1],
    ['a sentence after a letter', 'The wind comes from the west in most months.', 1],
    [
      'two sentences',
      'Nothing is due in advance for the green boats at the north pier. A rowing boat costs “12 euros” – a deposit isn’t needed.',
      1,
    ],
    ['full-width signs', '租一条小船要十二元,不收押金.', 2],
    ['blanks between scripts', '没有Docent账号的人也可以预约。', 2],
  ])('PROD3: %s is supported', (_, statement, article) =>
    expect(judge(statement, article)).toMatchObject({ verdict: 'supported', score: 1 }),
  );

  test.each([
    ['the half of a sentence that goes on', 'unless one of their parents is on board', 1],
    ['another number', 'The red boats have an engine of 45 kW.', 1],
    ['the end of a sentence without its beginning', 'for the green boats at the north pier', 1],
    ['a sentence of the other article', '租一条小船要十二元，不收押金。', 1],
    ['a sentence without its negation', '租一条小船要十二元，收押金。', 2],
  ])('PROD3: %s is no quotation', (_, statement, article) =>
    expect(judge(statement, article).score).toBeLessThan(1),
  );
});
