import { describe, expect, it } from 'vitest';
import type { TaskPassage } from '../../../../ports/models.ts';
import { partsOf, sourceOf, segmentsOf } from './segments.ts';

const passage = (text: string): TaskPassage => ({
  article: 1,
  title: 'Backup',
  headingPath: ['Daily'],
  text,
});
describe('the parts of a block', () => {
  const textsOf = (kind: 'paragraph' | 'list' | 'table', markdown: string) =>
    partsOf({ kind, markdown, headingPath: [], anchor: '' }).map(({ text }) => text);

  it('are sentences, outermost items with their nested content, or rows', () => {
    expect(textsOf('paragraph', 'Copy it. Then test it.')).toEqual(['Copy it.', 'Then test it.']);
    expect(textsOf('list', '- one\n  - inner\n- two')).toEqual(['- one\n  - inner', '- two']);
    expect(textsOf('table', '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |')).toEqual([
      '| 1 | 2 |',
      '| 3 | 4 |',
    ]);
  });

  it('stand where they say in the block', () => {
    const markdown = '- one\n  - inner\n- two';
    for (const { text, start, end } of partsOf({ kind: 'list', markdown, headingPath: [], anchor: '' }))
      expect(markdown.slice(start, end)).toBe(text);
  });
});

it('of a long article only its lead and the blocks around retrieved passages are scored', () => {
  const blocks = Array.from({ length: 60 }, (_, n) => ({
    kind: 'paragraph' as const,
    markdown: `Paragraph number ${n} speaks of thing ${n} and of nothing else at all.`,
    headingPath: [],
    anchor: '',
  }));
  const source = sourceOf([passage(blocks[30]?.markdown ?? '')], blocks);
  expect(segmentsOf(source).map(({ block }) => block)).toEqual([0, 29, 30, 31]);
});
