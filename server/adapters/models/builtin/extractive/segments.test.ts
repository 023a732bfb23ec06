import { describe, expect, it } from 'vitest';
import type { TaskPassage } from '../../../../ports/models.ts';
import { blocksOfPassage } from './passage-blocks.ts';
import { partsOf, sourcesOf, segmentsOf } from './segments.ts';

const passage = (text: string): TaskPassage => ({
  article: 1,
  title: 'Backup',
  headingPath: ['Daily'],
  text,
});
const kindsOf = (text: string) =>
  blocksOfPassage(passage(text)).map(({ kind, markdown }) => `${kind}: ${markdown}`);

describe('the blocks of a passage', () => {
  it('are paragraphs, lists and code in their order', () => {
    const text =
      'Copy the folder. Then test it:\n\n1. Stop the service\n2. Copy `data`\n   to a safe place\n\n```sh\ncp -r data\n\nls\n```\n\nNever skip it.';
    expect(kindsOf(text)).toEqual([
      'paragraph: Copy the folder. Then test it:',
      'list: 1. Stop the service\n2. Copy `data`\n   to a safe place',
      'code: ```sh\ncp -r data\n\nls\n```',
      'paragraph: Never skip it.',
    ]);
  });

  it('know the headings inside a passage', () => {
    expect(
      blocksOfPassage(passage('One.\n\n## Weekly\n\nTwo.')).map(({ headingPath }) => headingPath.join(' › ')),
    ).toEqual(['Daily', 'Daily › Weekly']);
  });

  it('leave out code that a border of the passage cuts, at either end', () => {
    expect(kindsOf('One.\n\n```sh\ncp -r data')).toEqual(['paragraph: One.']);
    expect(kindsOf('cp -r data\n```\n\nOne.')).toEqual(['paragraph: One.']);
  });
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
  const [source] = sourcesOf(
    [passage(blocks[30]?.markdown ?? '')],
    [{ article: 1, title: 'Backup', blocks }],
  );
  expect(source && segmentsOf(source).map(({ block }) => block)).toEqual([0, 29, 30, 31]);
});
