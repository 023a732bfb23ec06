import { expect, test } from 'vitest';
import { readableText } from './readable-text.ts';

const passage = [
  '## Settings',
  '',
  '- **Address** of the [site](https://example.com/a)',
  '1. Set `DOCENT_SITE`',
  '> A quotation',
  '',
  '| Field | Meaning |',
  '| --- | --- |',
  '| `name` | What it is called |',
  '',
  '```json',
  '{ "name": "x" }',
  '```',
].join('\n');

test('SR7: a passage without its Markdown, with and without code', () => {
  const prose =
    'Settings Address of the site Set DOCENT_SITE A quotation Field · Meaning name · What it is called';
  expect(readableText(passage)).toMatchObject({ prose, whole: `${prose} { "name": "x" }` });
});

test('SR7: plain text stays as it is', () => {
  expect(readableText('Two * three = 6, a_b_c and 5 > 4.').prose).toBe('Two * three = 6, a_b_c and 5 > 4.');
  expect(readableText('').whole).toBe('');
});

test('SR7: JSON and markup outside of code blocks are no prose', () => {
  const text =
    'Write this:\n{"a": "b", "c": [1, 2]},\n<div class="x"><b>y</b></div>\nSay "yes" to <b>all</b> of it, then go on.';
  expect(readableText(text).prose).toBe('Write this: Say "yes" to <b>all</b> of it, then go on.');
  expect(readableText('{"a": "b"}')).toMatchObject({ prose: '', whole: '{"a": "b"}' });
});

test('SR7: a passage that begins in the middle of code', () => {
  const text = '  include docent.conf;\n}\n```\n\nSet the address.\n\n```\nnpm start\n```';
  expect(readableText(text).prose).toBe('Set the address.');
});
