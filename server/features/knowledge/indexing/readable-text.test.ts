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
  expect(readableText(passage)).toEqual({ prose, whole: `${prose} { "name": "x" }` });
});

test('SR7: plain text stays as it is', () => {
  expect(readableText('Two * three = 6, a_b_c and 5 > 4.').prose).toBe('Two * three = 6, a_b_c and 5 > 4.');
  expect(readableText('').whole).toBe('');
});
