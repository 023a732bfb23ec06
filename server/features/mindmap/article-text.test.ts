import { describe, expect, test } from 'vitest';
import { extractBlocks } from '../knowledge/indexing/extract.ts';
import { articleText, linkableHeadings, hasNoText } from './article-text.ts';

const blocksOf = (text: string, format: 'markdown' | 'html' = 'markdown') => extractBlocks({ format, text });
const long = (words: string, count: number) => Array.from({ length: count }, () => words).join(' ');

describe('the article as a model reads it', () => {
  test('is whole when it fits, with the anchors of its headings and without code', () => {
    const blocks = blocksOf(
      '# Guide\n\nIntro.\n\n## `set_up` *now*\n\n- a\n- b\n\n```\nrm -rf\n```\n\n## 备份\n\n好。',
    );
    expect(articleText(blocks, 15_000, 'model')).toBe(
      '# Guide {#guide}\n\nIntro.\n\n## set_up now {#set_up-now}\n\n- a\n- b\n\n## 备份 {#备份}\n\n好。',
    );
  });

  test('has lines in bold that serve as headings as the deepest headings of Markdown', () => {
    const blocks = blocksOf('## Guide\n\n**May dogs come?**\n\nYes, on a leash.');
    expect(articleText(blocks, 15_000, 'builtin')).toBe(
      '## Guide\n\n###### May dogs come?\n\nYes, on a leash.',
    );
  });

  test('has anchors of HTML headings as they are, and tables only for a language model', () => {
    const blocks = blocksOf(
      '<h2 id="one">One</h2><p>Text</p><h3>Two</h3><table><tr><th>A</th></tr><tr><td>b</td></tr></table>',
      'html',
    );
    expect(articleText(blocks, 15_000, 'model')).toMatch(
      /^## One \{#one\}\n\nText\n\n### Two \{#one\}\n\n.*b/,
    );
    expect(articleText(blocks, 15_000, 'builtin')).toBe('## One\n\nText\n\n### Two');
    expect(linkableHeadings(blocks)).toEqual([
      { text: 'One', anchor: 'one' },
      { text: 'Two', anchor: 'one' },
    ]);
  });

  test('ends with a section when it is too long; of the rest the headings are there', () => {
    const blocks = blocksOf(
      ['One', 'Two', 'Three'].map((name) => `## ${name}\n\n${long(name.toLowerCase(), 100)}`).join('\n\n'),
    );
    const text = articleText(blocks, 900, 'model');
    expect(text.length).toBeLessThanOrEqual(900);
    expect(text).toBe(
      `## One {#one}\n\n${long('one', 100)}\n\n## Two {#two}\n\n${long('two', 100)}\n\n## Three {#three}`,
    );
  });

  test('never exceeds its length, whatever the article', () => {
    const texts = [
      long('word', 20_000),
      `${long('intro', 3_000)}\n\n## End\n\nx`,
      Array.from({ length: 10_000 }, (_, n) => `## Heading ${n}\n\nText`).join('\n\n'),
      `## ${'長'.repeat(9_000)}\n\n${long('字', 9_000)}`,
    ];
    for (const text of texts) {
      const read = articleText(blocksOf(text), 2_000, 'model');
      expect(read.length).toBeLessThanOrEqual(2_000);
      expect(read.length).toBeGreaterThan(500);
    }
  });

  test('is nothing when only code is left', () => {
    expect(hasNoText(blocksOf('```\ncode\n```\n\n---'))).toBe(true);
    expect(hasNoText(blocksOf('## Title'))).toBe(false);
  });
});
