import { expect, test } from 'vitest';
import { blocksOf, inlineOf } from './markdown-blocks.ts';

test('an answer is split into the blocks a visitor sees', () => {
  const text = '## Backup\nStop the service.\nCopy it. [1]\n\n- one\n- two\n1. first\n\n```\nrm x\n```\nend';
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', text: 'Backup' },
    { kind: 'paragraph', text: 'Stop the service.\nCopy it. [1]' },
    { kind: 'list', ordered: false, items: ['one', 'two'] },
    { kind: 'list', ordered: true, items: ['first'] },
    { kind: 'code', text: 'rm x' },
    { kind: 'paragraph', text: 'end' },
  ]);
  expect(blocksOf('a\n```\nopen')).toEqual([
    { kind: 'paragraph', text: 'a' },
    { kind: 'code', text: 'open' },
  ]);
});

test('tables keep their cells, and lists within lists are one list', () => {
  expect(
    blocksOf('See:\n\n| File | Kept |\n| --- | :-: |\n| `db` | yes |\n\n- a\n  - b\n- c\n\n> said'),
  ).toEqual([
    { kind: 'paragraph', text: 'See:' },
    { kind: 'table', head: ['File', 'Kept'], rows: [['`db`', 'yes']] },
    { kind: 'list', ordered: false, items: ['a', 'b', 'c'] },
    { kind: 'paragraph', text: '> said' },
  ]);
});

test('strong text and code are told apart, links show their words, marks stay', () => {
  expect(inlineOf('Use **two** `cp` and [this](https://x.example) [1]')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'strong', text: 'two' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'cp' },
    { kind: 'text', text: ' and this ' },
    { kind: 'mark', text: '[1]' },
  ]);
});
